"""Results of a store that stand in chunks, column by column (docs/sweep.md, "The file")."""
from __future__ import annotations

import sqlite3
from typing import Iterator, List, Tuple

import numpy as np

STATUS, REASON, OWN, STRIDE = 1, 2, 5, 2048


def cells(data: bytes, rows: int) -> np.ndarray:
    """The numbers of a column."""
    kind = data[:1]
    if kind == b"r":
        return np.frombuffer(data, "<f8", rows, 1)
    if kind == b"c":
        return np.full(rows, np.frombuffer(data, "<f8", 1, 1)[0])
    count = int.from_bytes(data[1:3], "little") + 1
    different = np.frombuffer(data, "<f8", count, 3)
    return different[np.frombuffer(data, "u1" if kind == b"b" else "<u2", rows, 3 + 8 * count)]


def texts(data: bytes, rows: int) -> List[str]:
    """The texts of a column; "" where there is none."""
    count, width, every = (int.from_bytes(data[a:b], "little") for a, b in ((1, 5), (5, 6), (6, 10)))
    *known, which = data[10:].split(b"\0", count)
    names = [""] + [name.decode() for name in known]
    if width == 0:
        return [names[every]] * rows
    return [names[i] for i in np.frombuffer(which, f"<u{width}", rows)]


def chunks(store: sqlite3.Connection, columns: List[int]) -> Iterator[Tuple[int, List[str], List[str], np.ndarray]]:
    """Of every chunk its first case, status and reason of each row, and these columns, by their positions."""
    for first, rows in store.execute("SELECT first, rows FROM chunks ORDER BY first").fetchall():
        blobs = dict(store.execute("SELECT place - ?1, data FROM blobs WHERE place BETWEEN ?1 AND ?1 + ?2",
                                   (first * STRIDE, STRIDE - 1)))
        values = [cells(blobs[OWN + position], rows) for position in columns]
        yield first, texts(blobs[STATUS], rows), texts(blobs[REASON], rows), np.array(values).reshape(-1, rows).T
