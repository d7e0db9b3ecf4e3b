"""Training of the value network with JAX, and the file of weights that the scholar reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import msgspec
import numpy as np
import optax

from trunkline.lab.training.samples import Samples
from trunkline.players.scholar import features
from trunkline.players.scholar.network import Layer, Network
from trunkline.players.scholar.value import VERSION, ValueModel
from trunkline.util.errors import UsageError

HELD_OUT: Final = 5
"""One game in so many is not trained on. Its samples measure the network."""
BATCH: Final = 128
"""The number of samples in a training step."""
DIGITS: Final = 6
"""The significant digits of a weight in the file."""
LEAST_SPREAD: Final = 0.05
"""The smallest divisor of a feature. It keeps rare figures from becoming large."""

Parameters = Any
"""The scale and the layers, as JAX trains them."""


class Settings(msgspec.Struct, frozen=True):
    """The settings of a training run. The same settings and samples give the same weights on one machine."""

    hidden: tuple[int, ...] = (32, 16)
    """The widths of the hidden layers."""
    epochs: int = 30
    """The number of passes through the samples. The best pass by the held-out games is kept."""
    rate: float = 2e-3
    """The learning rate of the first step. It falls to zero along a cosine."""
    decay: float = 0.1
    """The weight decay of AdamW."""
    noise: float = 0.15
    """The standard deviation of the noise on the inputs in training. It stands for more games."""
    seed: int = 1


class CurvePoint(msgspec.Struct, frozen=True):
    """The errors after a pass: the cross-entropy in excess of that of a perfect forecast, times 1,000."""

    epoch: int
    trained: float
    held_out: float


class Trained(msgspec.Struct, frozen=True):
    """A trained model and its learning curve."""

    model: ValueModel
    curve: tuple[CurvePoint, ...]
    best: int
    """The epoch of the model."""
    hand_written: float
    """The error of the director's expected worth on the held-out games."""
    uniform: float
    """The error of equal shares on the held-out games."""


def fit(title: str, samples: Samples, settings: Settings, shown: Callable[[CurvePoint], None]) -> Trained:
    """Train a network and return it with its learning curve. ``shown`` gets each point of the curve.

    Raises ``UsageError`` if there are too few games to hold some out.
    """
    held = samples.games % HELD_OUT == HELD_OUT - 1
    if not held.any() or held.all():
        raise UsageError(f"Training needs at least {HELD_OUT} finished games of {title}.")
    occupied = samples.rows[~held][np.isfinite(samples.worth[~held])]
    mean, spread = occupied.mean(axis=0), np.maximum(occupied.std(axis=0), LEAST_SPREAD)
    training = _arrays(samples.only(~held), mean, spread)
    testing = _arrays(samples.only(held), mean, spread)
    error = jax.jit(_error)
    curve: list[CurvePoint] = []
    best: Parameters = None
    for epoch, parameters in enumerate(_epochs(training, settings), 1):
        point = CurvePoint(epoch, _rounded(error(parameters, training)), _rounded(error(parameters, testing)))
        if best is None or point.held_out < min(each.held_out for each in curve):
            best = parameters
        curve.append(point)
        shown(point)
    untrained = _started(settings)
    equal = testing._replace(worth=np.where(np.isfinite(testing.worth), 0.0, -np.inf))
    return Trained(
        _model(title, best, mean, spread),
        tuple(curve),
        min(curve, key=lambda each: each.held_out).epoch,
        _rounded(error(untrained, testing)),
        _rounded(error(untrained, equal)),
    )


class _Arrays(NamedTuple):
    """Samples as the network reads them."""

    rows: Any
    worth: Any
    shares: Any


def _arrays(samples: Samples, mean: Any, spread: Any) -> _Arrays:
    return _Arrays((samples.rows - mean) / spread, samples.worth, samples.shares)


def _epochs(training: _Arrays, settings: Settings) -> Iterator[Parameters]:
    """Yield the parameters after each pass through the samples."""
    parameters = _started(settings)
    count = len(training.rows)
    size = min(BATCH, count)
    rate = optax.cosine_decay_schedule(settings.rate, settings.epochs * (count // size))
    optimizer = optax.adamw(rate, weight_decay=settings.decay)

    def step(parameters: Parameters, state: Any, batch: _Arrays) -> tuple[Parameters, Any]:
        updates, state = optimizer.update(jax.grad(_loss)(parameters, batch), state, parameters)
        return optax.apply_updates(parameters, updates), state

    fast_step = jax.jit(step)
    state = jax.jit(optimizer.init)(parameters)
    draw = np.random.default_rng(settings.seed)
    for _ in range(settings.epochs):
        # Batches of one size: JAX compiles the step again for each other one.
        for chosen in draw.permutation(count)[: count - count % size].reshape(-1, size):
            rows, worth, shares = (array[chosen] for array in training)
            noise = settings.noise * draw.standard_normal(rows.shape, np.float32)
            parameters, state = fast_step(parameters, state, _Arrays(rows + noise, worth, shares))
        yield parameters


def _started(settings: Settings) -> Parameters:
    """Return the parameters before training. The last layer is zero, so the expected worth decides alone."""
    draw = np.random.default_rng(settings.seed)
    layers = []
    for inputs, outputs in pairwise((features.WIDTH, *settings.hidden, 1)):
        size = 0.0 if outputs == 1 else (2 / inputs) ** 0.5
        weights = size * draw.standard_normal((outputs, inputs), np.float32)
        layers.append((weights.astype(np.float32), np.zeros(outputs, np.float32)))
    return {"scale": np.float32(1.0), "layers": layers}


def _scores(parameters: Parameters, rows: Any, worth: Any) -> Any:
    values = rows
    *hidden, last = parameters["layers"]
    for weights, bias in hidden:
        values = jax.nn.relu(values @ weights.T + bias)
    weights, bias = last
    return parameters["scale"] * worth + (values @ weights.T + bias)[..., 0]


def _loss(parameters: Parameters, batch: _Arrays) -> Any:
    """Return the mean cross-entropy of the expected shares and those at the end."""
    seated = jnp.isfinite(batch.worth)
    scores = _scores(parameters, batch.rows, jnp.where(seated, batch.worth, 0.0))
    expected = jax.nn.log_softmax(jnp.where(seated, scores, -jnp.inf), axis=1)
    return -(batch.shares * jnp.where(seated, expected, 0.0)).sum(axis=1).mean()


def _error(parameters: Parameters, batch: _Arrays) -> Any:
    """Return the cross-entropy in excess of that of a perfect forecast, times 1,000."""
    known = jnp.log(jnp.where(batch.shares > 0, batch.shares, 1.0))
    return 1_000 * (_loss(parameters, batch) + (batch.shares * known).sum(axis=1).mean())


def _model(title: str, parameters: Parameters, mean: Any, spread: Any) -> ValueModel:
    layers = tuple(
        Layer(tuple(_written(row) for row in np.asarray(weights)), _written(np.asarray(bias)))
        for weights, bias in parameters["layers"]
    )
    (scale,) = _written([parameters["scale"]])
    return ValueModel(title, VERSION, scale, _written(mean), _written(spread), Network(layers))


def _written(values: Any) -> tuple[float, ...]:
    return tuple(float(f"{float(value):.{DIGITS}g}") for value in values)


def _rounded(error: Any) -> float:
    return round(float(error), 3)
