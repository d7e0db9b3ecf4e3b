"""Edmonds' blossom search: the vertices of a graph that alternating paths reach.

A matching pairs some vertices with a mate. An alternating path takes an edge of the graph and an edge of the
matching in turn. A vertex is *outer* if such a path of even length reaches it from the root, and *inner* if a
path of odd length does. Where two outer vertices are neighbours, the paths to them close an odd circle, a
*blossom*: every vertex of it is outer, since a path may go around it either way. The search therefore
contracts the circle into its base, the vertex nearest to the root. It takes polynomial time on any graph.

Example: the root has the neighbour a, the mate of a is b, and b has the neighbours c and d, which are mates.
The paths root-a=b-c=d and root-a=b-d=c are both alternating, and the edges b-c, c=d, d-b are a blossom with
the base b. So b, c and d are outer. a is not: only paths of odd length reach it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final


def outer_vertices(root: int, neighbours: Callable[[int], Iterable[int]], mate: list[int]) -> set[int]:
    """Return the outer vertices, the root included. ``mate[v]`` is the mate of ``v``, or -1.

    The root has no mate. No path continues from another vertex without a mate.
    """
    search = _BlossomSearch(root, mate)
    outer, todo = search.outer, search.todo
    while todo:
        vertex = todo.popleft()
        matched = mate[vertex]
        for other in neighbours(vertex):
            if other == matched:
                continue
            if other in outer:
                search.contract_blossom(vertex, other)
            elif mate[other] >= 0:
                search.grow(vertex, other)
    return outer


class _BlossomSearch:
    """The tree of alternating paths that grows from the root, with its contracted blossoms."""

    def __init__(self, root: int, mate: list[int]) -> None:
        self.outer: Final = {root}
        self.todo: Final = deque([root])
        """Outer vertices whose neighbours are not visited yet."""
        self._root: Final = root
        self._mate: Final = mate
        self._parent: Final[dict[int, int]] = {}
        """The outer vertex from which an inner one was reached."""
        self._contracted_into: Final[dict[int, int]] = {}
        """Union-find: a vertex that is nearer to the base of the blossom."""

    def grow(self, vertex: int, inner: int) -> None:
        """Extend the path of an outer vertex by a neighbour and its mate, unless a path has reached it."""
        if inner not in self._parent:
            self._parent[inner] = vertex
            mate = self._mate[inner]
            self.outer.add(mate)
            self.todo.append(mate)

    def contract_blossom(self, vertex: int, other: int) -> None:
        """Contract the odd circle that two outer neighbours close, unless one blossom has both already."""
        one, two = self._base(vertex), self._base(other)
        if one != two:
            base = self._common_base(one, two)
            self._contract_path(one, base)
            self._contract_path(two, base)

    def _base(self, vertex: int) -> int:
        """Return the base of the blossom that has an outer vertex; itself if it is in none."""
        into = self._contracted_into
        base = vertex
        while base in into:
            base = into[base]
        # Shorten the way for the next question.
        while vertex != base:
            into[vertex], vertex = base, into[vertex]
        return base

    def _before(self, base: int) -> int:
        """Return the outer base before this one on its path from the root."""
        return self._base(self._parent[self._mate[base]])

    def _common_base(self, one: int, two: int) -> int:
        """Return the last base that the paths from the root to two outer bases share."""
        path = {one}
        while one != self._root:
            one = self._before(one)
            path.add(one)
        while two not in path:
            two = self._before(two)
        return two

    def _contract_path(self, vertex: int, base: int) -> None:
        """Contract the path from an outer base back to ``base``. Its inner vertices become outer."""
        while vertex != base:
            inner = self._mate[vertex]
            before = self._before(vertex)
            self._contracted_into[vertex] = self._contracted_into[inner] = base
            self.outer.add(inner)
            self.todo.append(inner)
            vertex = before
