"""Import of games of 18xx-maker, a program that draws and prints 18XX games.

18xx-maker keeps a game in one JSON file. It has the components, but not the rules. ``imported`` makes a title
file of it. ``Points`` collects the points that the designer must decide, and those that are left out.

``game_file.py`` reads the JSON. Each of the other modules makes some keys of the title file.
"""

from trunkline.titles.declared.maker.importing import Imported, imported

__all__ = ["Imported", "imported"]
