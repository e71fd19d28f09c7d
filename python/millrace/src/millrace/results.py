"""Converts the value that a step returned to plain JSON values."""

import math
from collections.abc import Mapping
from datetime import date, time
from typing import Any


def plain_result(value: Any, where: str = "") -> Any:
    """Converts NumPy and pandas values to numbers and lists, times to ISO 8601, and NaN and infinity to None.

    Raises a TypeError for values that JSON does not support. The message contains their place in the result.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {_key(key, where): plain_result(item, f"{where}/{key}") for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_result(item, f"{where}/{at}") for at, item in enumerate(value)]
    if isinstance(value, date | time):
        return None if value != value else value.isoformat()
    if callable(getattr(value, "tolist", None)):
        return plain_result(value.tolist(), where)
    place = f"The value `{where}` of the result" if where else "The result"
    raise TypeError(f"{place} is a {type(value).__name__}, which JSON lacks. Return numbers, texts, lists or dicts.")


def _key(key: Any, where: str) -> str:
    if isinstance(key, str):
        return key
    if isinstance(key, int | float | date):
        return str(key)
    if callable(getattr(key, "tolist", None)):
        return _key(key.tolist(), where)
    raise TypeError(f"A key of `{where or '/'}` in the result is a {type(key).__name__}. Keys must be texts.")
