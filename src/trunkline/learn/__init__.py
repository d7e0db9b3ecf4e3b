"""Lessons on real positions: their format, the judgement of a learner's moves, and the checks of authors.

It may import the library (``trunkline.game``) and what lies below it. Start in ``lesson.py``, the format of a
lesson, and ``judging.py``, the judgement. ``lessons/`` has the lessons of Trunkline itself: one YAML file for
each, with its positions, and a folder for each language into which they are translated (``translating.py``).
"""
