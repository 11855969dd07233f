"""The examples in docstrings."""

import doctest
import importlib
import pkgutil

import pytest

import couplet


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(couplet.__path__) if module.name != "_core"] + [""])
def test_docstrings(name):
    module = importlib.import_module(f"couplet.{name}" if name else "couplet")
    assert doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS).failed == 0
