"""A model file as any safetensors reader sees it: a length, a header in JSON, then the numbers."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_TYPES = {"F64": "<f8", "F32": "<f4", "I64": "<i8", "I32": "<i4", "U8": "u1"}


def tensors_of(data: bytes) -> dict[str, Array]:
    """The tensors by name; views into the bytes."""
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    header.pop("__metadata__", None)
    return {name: np.frombuffer(data, _TYPES[info["dtype"]], int(np.prod(info["shape"])), start + info["data_offsets"][0])
            .reshape(info["shape"]) for name, info in header.items()}
