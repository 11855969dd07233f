"""cmake --install, and a program outside that uses the library through CMake and through pkg-config: the commands of docs/install.md."""
import gzip
import os
import pathlib
import re
import tempfile
import unittest

from project import BUILD, ROOT, VERSION, run

BUILT_BEFORE = ("./dev setup", "cmake --preset", "cmake --build --preset")  # ./dev test has done these
PAIR = "The dog drinks milk.\tLe chien boit du lait.\n"


def page_script():
    """The sh blocks of docs/install.md, in order, without what is done already."""
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / "docs/install.md").read_text(), re.MULTILINE | re.DOTALL)
    lines = [line for line in "".join(blocks).splitlines() if not line.startswith(BUILT_BEFORE)]
    return "\n".join(lines).replace("build/release", str(BUILD))


class InstalledTree(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="couplet-install-")
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.home = pathlib.Path(cls.scratch.name)
        cls.prefix = cls.home / ".local"
        # Ninja: what the build itself needs is enough.
        environment = {"HOME": cls.scratch.name, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "CMAKE_GENERATOR": "Ninja"}
        cls.printed = run("bash", "-euc", page_script(), cwd=cls.home, env=environment)

    def couplet(self, *arguments, **options):
        return run(self.prefix / "bin/couplet", *arguments, **options)

    def test_outside_programs_score_as_the_program_does(self):
        pairs, model = self.prefix / "share/doc/couplet/docs/examples/pairs.tsv", self.home / "pairs.couplet"
        self.couplet("fit", "phsic", pairs, "--whiten", "0.2", "-o", model)
        score = float(self.couplet("score", model, "-", input=PAIR).splitlines()[-1].split("\t")[1])
        lines = re.findall(r"^couplet (\S+)\t(\S+)\t(\S+)$", self.printed, re.MULTILINE)
        self.assertEqual(len(lines), 3, self.printed)  # with CMake the shared library and the archive; with pkg-config
        for version, scored, from_vectors in lines:
            self.assertEqual(version, VERSION)
            self.assertAlmostEqual(float(scored), score, places=5)
            self.assertAlmostEqual(float(from_vectors), score, places=5)

    def test_what_the_shared_library_shows_and_needs(self):
        library = self.prefix / "lib/libcouplet.so"
        self.assertEqual(os.readlink(library), "libcouplet.so.0")
        shown = run("nm", "-D", "--defined-only", library).split("\n")[:-1]
        self.assertTrue(any("7couplet5Error" in line for line in shown))
        for line in shown:  # neither OpenBLAS nor another library that is inside
            self.assertRegex(line, r" _Z\w*N?K?7couplet")
        needed = run("objdump", "-p", library)
        self.assertIn("SONAME               libcouplet.so.0\n", needed)
        self.assertNotIn("blas", needed)

    def test_only_public_headers_are_installed(self):
        headers = {path.relative_to(self.prefix / "include") for path in (self.prefix / "include").rglob("*.h")}
        self.assertTrue(headers)
        for header in headers:
            for included in re.findall(r'^#include "(.*)"', (ROOT / header).read_text(), re.MULTILINE):
                self.assertIn(pathlib.Path(included), headers, f"included by {header}")
        self.assertNotIn(pathlib.Path("couplet/linalg/lapack.h"), headers)

    def test_files_the_program_writes_about_itself(self):
        for name, words in {"couplet": [], "couplet-verify": ["verify"], "couplet-fit-phsic": ["fit", "phsic"]}.items():
            page = gzip.decompress((self.prefix / f"share/man/man1/{name}.1.gz").read_bytes()).decode()
            self.assertEqual(page, self.couplet("help", *words, "--man"))
        for shell, place in {"bash": "bash-completion/completions/couplet", "zsh": "zsh/site-functions/_couplet",
                             "fish": "fish/vendor_completions.d/couplet.fish"}.items():
            self.assertEqual((self.prefix / "share" / place).read_text(), self.couplet("help", "--completion", shell))

    def test_one_version_everywhere(self):
        config = (self.prefix / "lib/cmake/couplet/couplet-config-version.cmake").read_text()
        pkg_config = {**os.environ, "PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig")}
        self.assertEqual(self.couplet("--version"), f"couplet {VERSION}\n")
        self.assertIn(f'"couplet {VERSION}"', self.couplet("help", "--man").splitlines()[0])
        self.assertIn(f'set(PACKAGE_VERSION "{VERSION}")', config)
        self.assertEqual(run("pkg-config", "--modversion", "couplet", env=pkg_config), f"{VERSION}\n")
        self.assertIn(f"\nversion: {VERSION}\n", (ROOT / "CITATION.cff").read_text())
        self.assertEqual(re.search(r"^## (\S+)", (ROOT / "docs/changelog.md").read_text(), re.MULTILINE)[1], VERSION)

    def test_nothing_points_back_to_the_build(self):
        for path in self.prefix.rglob("*"):
            if path.is_file() and path.suffix in (".cmake", ".pc", ".gz", ".fish"):
                self.assertNotIn(str(ROOT).encode(), path.read_bytes(), path)


if __name__ == "__main__":
    unittest.main()
