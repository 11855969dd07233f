"""scikit-learn's randomized_svd on the table of a counts file: prints seconds and the largest |A^T u - s v| / s as JSON.

Usage: svd_peer.py COUNTS K. The matrix is D(r)^-1/2 N D(c)^-1/2 in float32, as couplet_bench table --svd has it."""

import json
import struct
import sys
import time

import numpy
import scipy.sparse
from sklearn.utils.extmath import randomized_svd

DTYPES = {"F64": "<f8", "I64": "<i8", "I32": "<i4"}


def read_tensors(path, names):
    """Tensors of a model file (docs/model-file.md)."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        start = 8 + length
        tensors = []
        for name in names:
            begin, end = header[name]["data_offsets"]
            file.seek(start + begin)
            tensors.append(numpy.frombuffer(file.read(end - begin), DTYPES[header[name]["dtype"]]))
        return tensors


def main(path, k):
    counts, columns, offsets = read_tensors(path, ["table.counts", "table.columns", "table.offsets"])
    rows = len(offsets) - 1
    table = scipy.sparse.csr_matrix((counts, columns, offsets), shape=(rows, rows))
    r = 1 / numpy.sqrt(numpy.asarray(table.sum(axis=1)).ravel())
    c = 1 / numpy.sqrt(numpy.asarray(table.sum(axis=0)).ravel())
    a = (scipy.sparse.diags(r) @ table @ scipy.sparse.diags(c)).tocsr().astype(numpy.float32)
    del table
    started = time.monotonic()
    u, s, vt = randomized_svd(a, k, random_state=0)
    seconds = time.monotonic() - started
    residual = numpy.linalg.norm(a.T @ u - vt.T * s, axis=0) / s
    other = numpy.linalg.norm(a @ vt.T - u * s, axis=0) / s
    print(json.dumps({"seconds": seconds, "residual": float(max(residual.max(), other.max()))}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
