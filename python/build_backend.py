"""How pip builds the package from a checkout (PEP 517): CMake makes the module, this puts it into a wheel.

COUPLET_BUILD names a build folder that is there already, so that nothing is compiled twice; else build/wheel is made."""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
VERSION = re.search(r"^project\(couplet VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
TAG = f"cp{sys.version_info[0]}{sys.version_info[1]}-cp{sys.version_info[0]}{sys.version_info[1]}-linux_x86_64"
METADATA = f"""Metadata-Version: 2.1
Name: couplet
Version: {VERSION}
Summary: Relations between texts
License: Apache-2.0
Requires-Python: >=3.11
Requires-Dist: numpy
Provides-Extra: sklearn
Requires-Dist: scikit-learn; extra == "sklearn"
"""


def build_module():
    """The module, for the Python that runs this."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        sys.exit(f"{sys.executable} has no NumPy: make the environment with /usr/bin/python3 -m venv --system-site-packages")
    build = pathlib.Path(os.environ.get("COUPLET_BUILD") or ROOT / "build/wheel")
    if not (build / "build.ninja").exists():
        subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON",
                        "-DCOUPLET_TESTS=OFF", "-DCOUPLET_PYTHON=ON", f"-DPython3_EXECUTABLE={sys.executable}"], check=True)
    subprocess.run(["cmake", "--build", build, "--target", "couplet_python"], check=True)
    return build / "python/couplet" / ("_core" + sysconfig.get_config_var("EXT_SUFFIX"))


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = {f"couplet/{path.name}": path.read_bytes() for path in sorted((ROOT / "python/couplet").iterdir()) if path.is_file()}
    module = build_module()
    for made in (module, *sorted(module.parent.glob("*.pyi"))):  # the module, and stubs made from its schemas
        files[f"couplet/{made.name}"] = made.read_bytes()
    info = f"couplet-{VERSION}.dist-info"
    files[f"{info}/METADATA"] = METADATA.encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: couplet\nRoot-Is-Purelib: false\nTag: {TAG}\n".encode()
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items()) + f"{info}/RECORD,,\n"
    wheel = f"couplet-{VERSION}-{TAG}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in {**files, f"{info}/RECORD": record.encode()}.items():
            archive.writestr(name, data)
    return wheel


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
