"""The .deb files: made by cpack, installed by dpkg under a root of their own, run, and removed without a trace."""
import os
import pathlib
import shutil
import tempfile
import unittest

from project import BUILD, VERSION, run

FILES = {
    "couplet": {"usr/bin/couplet", "usr/share/man/man1/couplet.1.gz", "usr/share/man/man1/couplet-fit-pmi.1.gz",
                "usr/share/bash-completion/completions/couplet",
                "usr/share/zsh/vendor-completions/_couplet", "usr/share/fish/vendor_completions.d/couplet.fish",
                "usr/share/doc/couplet/README.md", "usr/share/doc/couplet/copyright", "usr/share/doc/couplet/docs/install.md",
                "usr/share/doc/couplet/licences/libcli11-dev", "usr/share/doc/couplet/licences/libopenblas-serial-dev"},
    "libcouplet0": {"usr/lib/libcouplet.so.0", f"usr/lib/libcouplet.so.{VERSION}", "usr/share/doc/libcouplet0/copyright",
                    "usr/share/doc/libcouplet0/licences/libopenblas-serial-dev"},
    "couplet-dev": {"usr/lib/libcouplet.a", "usr/lib/libcouplet.so", "usr/lib/pkgconfig/couplet.pc", "usr/lib/cmake/couplet/couplet-config.cmake",
                    "usr/include/couplet/methods/registry.h", "usr/share/doc/couplet-dev/copyright"},
    "couplet-mpi": {"usr/bin/couplet-mpi", "usr/share/doc/couplet-mpi/copyright"},
    "python3-couplet": {"usr/lib/python3/dist-packages/couplet/__init__.py", "usr/lib/python3/dist-packages/couplet/py.typed",
                        "usr/lib/python3/dist-packages/couplet/_model.pyi", "usr/lib/python3/dist-packages/couplet/estimators.pyi",
                        f"usr/lib/python3/dist-packages/couplet-{VERSION}.dist-info/METADATA",
                        "usr/share/doc/python3-couplet/copyright", "usr/share/doc/python3-couplet/licences/libopenblas-serial-dev"},
}


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="couplet-package-")
        cls.addClassCleanup(cls.scratch.cleanup)
        place = pathlib.Path(cls.scratch.name)
        run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", place / "packages")
        architecture = run("dpkg", "--print-architecture").strip()
        cls.packages = {name: place / "packages" / f"{name}_{VERSION}_{architecture}.deb" for name in FILES}
        # A root with what dpkg knows of this machine: dependencies and clashes of files are checked, the machine is left alone.
        cls.root, database = place / "root", pathlib.Path("var/lib/dpkg")
        (cls.root / database / "updates").mkdir(parents=True)
        (cls.root / database / "info").mkdir()
        for known in [database / "status", database / "info/format", *pathlib.Path("/", database, "info").glob("*.list")]:
            shutil.copy("/" / known, cls.root / str(known).lstrip("/"))
        # The library's package calls ldconfig, which would change the machine's own cache.
        cls.commands = place / "bin"
        cls.commands.mkdir()
        (cls.commands / "ldconfig").symlink_to("/bin/true")

    def field(self, package, name):
        return run("dpkg-deb", "--field", self.packages[package], name).strip()

    def dpkg(self, *arguments):
        # Some images are told to leave out manual pages and documents.
        return run("dpkg", f"--root={self.root}", "--force-not-root", "--force-script-chrootless", "--path-include=/usr/*",
                   "--log=/dev/null", *arguments,
                   env={**os.environ, "PATH": f"{self.commands}:/usr/sbin:/usr/bin:/sbin:/bin"})

    def files(self):
        return {path.relative_to(self.root).as_posix() for path in self.root.glob("usr/**/*") if not path.is_dir()}

    def test_fields(self):
        for name in FILES:
            self.assertEqual(self.field(name, "Package"), name)
            self.assertEqual(self.field(name, "Version"), VERSION)
        for name in ("couplet", "libcouplet0", "python3-couplet"):
            for library in "libc6 libfmt9 libgfortran5 libicu72 libstdc++6 libsvm3".split():
                self.assertIn(library, self.field(name, "Depends"))
            for other in ("-dev", "blas"):  # OpenBLAS is inside
                self.assertNotIn(other, self.field(name, "Depends"))
        self.assertIn(f"libcouplet0 (= {VERSION})", self.field("couplet-dev", "Depends"))

    def test_install_run_remove(self):
        self.dpkg("--install", *self.packages.values())
        installed = self.files()
        for name, expected in FILES.items():
            self.assertEqual(expected - installed, set(), name)
        program = self.root / "usr/bin/couplet"
        self.assertEqual(run(program, "--version"), f"couplet {VERSION}\n")
        self.assertIn(", stripped", run("file", program))
        model = self.root / "pairs.couplet"
        run(program, "fit", "pmi", self.root / "usr/share/doc/couplet/docs/examples/pairs.tsv", "-o", model)
        run(program, "verify", model)
        said = run("/usr/bin/python3", "-B", "-c", f"import couplet; print(couplet.load({str(model)!r}).method)",
                   env={**os.environ, "PYTHONPATH": str(self.root / "usr/lib/python3/dist-packages")})
        self.assertEqual(said, "pmi\n")
        self.dpkg("--remove", *self.packages)
        self.assertEqual(self.files(), set())


if __name__ == "__main__":
    unittest.main()
