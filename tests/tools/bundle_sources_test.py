"""tools/bundle_sources: files whose private names meet are kept apart."""
import importlib.machinery
import importlib.util
import pathlib
import unittest

PATH = pathlib.Path(__file__).resolve().parents[2] / "tools" / "bundle_sources"
LOADER = importlib.machinery.SourceFileLoader("bundle_sources", str(PATH))
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("bundle_sources", LOADER))
LOADER.exec_module(tool)

PRIVATE = """
#define SIZE 3
namespace couplet {
namespace {
using Row = int;
struct Slot : Base { int inside; };
enum class Kind { one, two };
constexpr std::size_t first = std::size_t{1} << 18, second = 2;
double table[4] = {};
bool ready;
template <class T>
T largest(const T& a, int count = 0) { int local = a; return local; }
}  // namespace
int shown() { return 0; }
}  // namespace couplet
"""


class BundleSources(unittest.TestCase):
    def test_private_names(self):
        self.assertEqual(tool.private_names(PRIVATE),
                         {"SIZE", "Row", "Slot", "Kind", "first", "second", "table", "ready", "largest"})

    def test_strings_and_comments_name_nothing(self):
        other = 'int other() { return 1; }  // Slot\nconst char* text = "Slot \\" Row"; /* largest */'
        self.assertEqual(tool.bundles([PRIVATE, other], largest=5), [0, 0])

    def test_files_that_share_a_private_name_are_kept_apart(self):
        user = "int panel(int first) { return first; }"
        self.assertEqual(tool.bundles([PRIVATE, user, PRIVATE, "int x;"], largest=5), [0, 1, 2, 0])
        self.assertEqual(tool.bundles([user, PRIVATE], largest=5), [0, 1])

    def test_a_bundle_has_a_limit(self):
        self.assertEqual(tool.bundles(["int a;", "int b;", "int c;"], largest=2), [0, 0, 1])


if __name__ == "__main__":
    unittest.main()
