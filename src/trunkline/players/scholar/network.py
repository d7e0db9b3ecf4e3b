"""A small neural network in plain Python, read from a file of weights.

Networks of this size need no library at run time: one evaluation takes some tenths of a millisecond.
``math.fsum`` rounds once, so every machine and every version of Python computes the same numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul

import msgspec


class Layer(msgspec.Struct, frozen=True):
    """A fully connected layer."""

    weights: tuple[tuple[float, ...], ...]
    """A row of weights for each output."""
    bias: tuple[float, ...]


class Network(msgspec.Struct, frozen=True):
    """Fully connected layers with rectifiers between them. The last layer has one output."""

    layers: tuple[Layer, ...]

    @property
    def width(self) -> int:
        """The number of inputs."""
        return len(self.layers[0].weights[0])

    def apply(self, inputs: Sequence[float]) -> float:
        """Return the output for ``width`` inputs."""
        values = inputs
        *hidden, last = self.layers
        for layer in hidden:
            sums = _sums(layer, values)
            values = [max(0.0, value) for value in sums]
        return _sums(last, values)[0]

    def fits(self, width: int) -> bool:
        """Return whether the layers fit each other and take ``width`` inputs."""
        for layer in self.layers:
            if len(layer.bias) != len(layer.weights) or any(len(row) != width for row in layer.weights):
                return False
            width = len(layer.weights)
        return width == 1


def _sums(layer: Layer, values: Sequence[float]) -> list[float]:
    return [
        math.fsum(map(mul, row, values)) + bias for row, bias in zip(layer.weights, layer.bias, strict=True)
    ]
