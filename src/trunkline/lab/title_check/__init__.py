"""A check of a title in one file: proofs on its board, and findings in random games.

``check.py`` puts the parts together. ``map_findings.py`` proves by ``track_search.py`` that the map can be
joined. ``board_findings.py`` looks at tiles, trains and money, ``chart_findings.py`` at the share-price
chart, ``company_findings.py`` at corporations and privates, and ``rule_findings.py`` at switches and loans.
``game_findings.py`` looks for the parts of the board that random games never reach.
"""
