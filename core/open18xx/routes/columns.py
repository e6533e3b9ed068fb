"""Sets as bits of an int, seen from the other side: for each bit, which of many sets have it."""

from __future__ import annotations

from collections.abc import Sequence


def columns(sets: Sequence[int], width: int = 0) -> list[int]:
    """For each bit the sets that have it, as bits: the first set lowest. At least ``width`` columns.

    Written out as one text of zeros and ones, whose every n-th letter is a column, since slicing texts is what Python
    does fastest: a tenth of the time of going through the bits of each set.

    >>> [bin(column) for column in columns([0b01, 0b11, 0b01])]
    ['0b111', '0b10']
    """
    union = 0
    for some in sets:
        union |= some
    width = max(width, union.bit_length())
    if not width or not sets:
        return [0] * width
    # the last set first, since the first letter of a number is its highest bit
    text = "".join([f"{some:0{width}b}" for some in reversed(sets)])
    return [int(text[width - 1 - bit :: width], 2) if union >> bit & 1 else 0 for bit in range(width)]
