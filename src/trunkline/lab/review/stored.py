"""Results of pieces of a review as bytes, so that a server can continue an interrupted review."""

from __future__ import annotations

import msgspec

from trunkline.lab.review.session import Found, Piece
from trunkline.lab.review.tasks import Comparison, DirectorView, Look

_views = msgspec.json.Decoder(list[DirectorView | None])
_comparison = msgspec.json.Decoder(Comparison)


def encoded(found: Found) -> bytes:
    """Return the result of a piece as bytes."""
    return msgspec.json.encode(found)


def decoded(piece: Piece, data: bytes) -> Found | None:
    """Return the stored result of a piece, or None if the bytes are not the result of this piece."""
    try:
        if isinstance(piece, Look):
            views = _views.decode(data)
            return views if len(views) == len(piece.moments) else None
        found = _comparison.decode(data)
    except msgspec.MsgspecError:
        return None
    fits = (found.number, found.other, found.seeds) == (piece.moment.number, piece.other, piece.seeds)
    return found if fits else None
