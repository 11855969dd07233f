// .npy files that cannot be fitted.
#include <doctest/doctest.h>

#include <cstring>
#include <limits>

#include "couplet/base/npy.h"
#include "tests/cli/pair_files.h"

namespace {

/// An .npy file with this header dictionary and data.
std::string npy(std::string dictionary, const std::string& data) {
  while ((10 + dictionary.size() + 1) % 64 != 0) dictionary += ' ';
  dictionary += '\n';
  std::string bytes = std::string("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(dictionary.size() % 256);
  bytes += static_cast<char>(dictionary.size() / 256);
  return bytes + dictionary + data;
}

std::string header(const std::string& dtype, const std::string& fortran, const std::string& shape) {
  return "{'descr': '" + dtype + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

/// Fitting on this file and a good one of six rows ends with code 3, one line that starts with the file, and no model.
void refused(const TemporaryDirectory& directory, const std::string& path, const std::string& reason) {
  const auto arrays = made_arrays(directory, 6, 2);
  const auto before = directory.names();
  for (const bool first : {true, false}) {
    const std::string model = directory.file("m.couplet");
    const Finished run = first ? run_couplet({"fit", "phsic", path, arrays[1], "-o", model})
                               : run_couplet({"fit", "phsic", arrays[0], path, "-o", model});
    CAPTURE(run.err);
    CHECK(run.code == 3);
    CHECK(run.err.starts_with("couplet: " + path));
    CHECK(run.err.find(reason) != std::string::npos);
    CHECK(lines_of(run.err).size() == 1);
    CHECK(run.out.empty());
    CHECK(directory.names() == before);
  }
}

}  // namespace

TEST_CASE("wrong types, orders, shapes and lengths") {
  const TemporaryDirectory directory;
  const std::string doubles(6 * 2 * 8, '\0');
  refused(directory, directory.put("int.npy", npy(header("<i8", "False", "(6, 2)"), doubles)), "<i8");
  refused(directory, directory.put("big.npy", npy(header(">f8", "False", "(6, 2)"), doubles)), ">f8");
  refused(directory, directory.put("fortran.npy", npy(header("<f8", "True", "(6, 2)"), doubles)), "Fortran");
  refused(directory, directory.put("flat.npy", npy(header("<f8", "False", "(12,)"), doubles)), "ax");
  refused(directory, directory.put("deep.npy", npy(header("<f8", "False", "(6, 2, 1)"), doubles)), "ax");
  refused(directory, directory.put("short.npy", npy(header("<f8", "False", "(6, 2)"), doubles.substr(8))), "");
  refused(directory, directory.put("long.npy", npy(header("<f8", "False", "(6, 2)"), doubles + "x")), "");
  refused(directory, directory.put("huge.npy", npy(header("<f8", "False", "(4611686018427387904, 4)"), doubles)), "");
  refused(directory, directory.put("empty.npy", npy(header("<f8", "False", "(6, 0)"), "")), "6 rows without a number");
  refused(directory, directory.put("endless.npy", npy(header("<f8", "False", "(4611686018427387904, 0)"), "")),
          "4611686018427387904 rows without a number");
  refused(directory, directory.put("cut.npy", std::string("\x93NUMPY\x01\x00\x76", 9)), "");
}

TEST_CASE("NaN and infinity are named by row and column") {
  const TemporaryDirectory directory;
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    std::vector<double> values(12, 1.0);
    values[7] = bad;
    couplet::write_npy(directory.file("bad.npy"), values, 6, 2);
    refused(directory, directory.file("bad.npy"), "row 4");
  }
}

TEST_CASE("unequal rows, constant vectors, one pair, a text beside an array") {
  const TemporaryDirectory directory;
  const auto arrays = made_arrays(directory, 6, 2);
  const std::string model = directory.file("m.couplet"), seven = directory.file("seven.npy"),
                    constant = directory.file("constant.npy"), one = directory.file("one.npy"),
                    none = directory.file("none.npy");
  couplet::write_npy(seven, std::vector<double>(14, 1.0), 7, 2);
  couplet::write_npy(constant, std::vector<double>(12, 0.1), 6, 2);
  couplet::write_npy(one, std::vector<double>{1, 2}, 1, 2);
  couplet::write_npy(none, std::vector<double>{}, 0, 2);
  const auto fails = [&](const std::string& left, const std::string& right, int code, const std::string& message) {
    expect_failure(directory, {"fit", "phsic", left, right, "-o", model}, code, message);
  };
  fails(arrays[0], seven, 3,
        seven + ": 7 rows but " + arrays[0] + " has 6; row i of one must belong to row i of the other");
  const std::string remedy = "; check --columns and --encoder, or give more pairs";
  fails(arrays[0], constant, 3, "right side: all texts have the same vector (zero variance)" + remedy);
  fails(constant, arrays[0], 3, "left side: all texts have the same vector (zero variance)" + remedy);
  fails(one, one, 3, "left side: one pair only: nothing to compare it with" + remedy);
  fails(arrays[0], directory.put("text.txt", "a\nb\nc\nd\ne\nf\n"), 2,
        arrays[0] + ": one side is an .npy file and the other is not; give two .npy files or two texts");
  expect_failure(directory, {"fit", "phsic", arrays[0], "-o", model}, 2,
                 arrays[0] + ": an .npy file holds one side of the pairs; give two, LEFT.npy RIGHT.npy");
  expect_failure(directory, {"fit", "phsic", arrays[0], arrays[1], "--encoder", "sum", "-o", model}, 2,
                 "--encoder: .npy rows are vectors already; leave --encoder out");
  const Finished empty = run_couplet({"fit", "phsic", none, none, "-o", model});
  CHECK(empty.code == 3);
  CHECK(lines_of(empty.err).size() == 1);
}

TEST_CASE("a model of rows refuses rows of another width, and texts that are no rows") {
  const TemporaryDirectory directory;
  const auto arrays = made_arrays(directory, 50, 3);
  const std::string model = directory.file("m.couplet"), wide = directory.file("wide.npy");
  succeed({"fit", "phsic", arrays[0], arrays[1], "-o", model});
  couplet::write_npy(wide, std::vector<double>(20, 1.0), 5, 4);
  expect_failure(directory, {"score", model, wide, wide}, 3,
                 "rows of 4 numbers, the model has 3; use the encoder the model was fitted with");
  const Finished words = run_couplet({"score", model, directory.put("words.tsv", "good day\tbonjour\n")});
  CHECK(words.code == 3);
  CHECK(words.err ==
        "couplet: 'good day' is not a row of 3 numbers; this model was fitted on .npy rows: give .npy files, or "
        "numbers separated by blanks\n");
  succeed({"fit", "phsic", directory.put("pairs.tsv", tsv_of(couplet::topic_texts(30))), "--encoder", "lsa:3", "-o",
           directory.file("text.couplet")});
  expect_failure(directory, {"score", directory.file("text.couplet"), arrays[0], arrays[1]}, 3,
                 "the model was fitted on texts, the input is .npy rows; give the texts themselves");
}
