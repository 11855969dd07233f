"""Dask's arrays on two workers of a thread: means and second moments of two .npy files. Prints the seconds as JSON, those of starting the workers not among them.

Usage: moments_peer.py LEFT.npy RIGHT.npy."""

import json
import sys
import time

import dask
import dask.array
import numpy
from distributed import Client

ROWS_AT_ONCE = 16_384


def main(left, right):
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None):
        started = time.monotonic()
        x, y = (dask.array.from_array(numpy.load(side, mmap_mode="r"), (ROWS_AT_ONCE, -1)).astype(numpy.float64) for side in (left, right))
        dask.compute(x.mean(axis=0), y.mean(axis=0), x.T @ x, y.T @ y, x.T @ y)
        print(json.dumps({"seconds": time.monotonic() - started}))


if __name__ == "__main__":
    main(*sys.argv[1:])
