#include "couplet/model/pairs.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "couplet/base/error.h"
#include "couplet/base/npy.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

/// rows x cols with value seed + 1000 row + column.
std::vector<double> numbers(std::int64_t rows, std::int64_t cols, double seed) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < cols; ++j)
      values.push_back(seed + 1000.0 * static_cast<double>(i) + static_cast<double>(j));
  }
  return values;
}

Source files(std::vector<std::string> paths) {
  Source result;
  result.paths = std::move(paths);
  return result;
}

/// Reads everything in blocks of that size; the fingerprint.
std::uint64_t fingerprint_by(PairInput& input, Index block) {
  while (input.next(block)) {
  }
  return input.fingerprint();
}

std::uint64_t fingerprint_of(const std::vector<std::string>& paths, Index block = 10) {
  PairInput input(files(paths));
  return fingerprint_by(input, block);
}

}  // namespace

TEST_CASE("texts come in blocks, and again after rewind") {
  TemporaryDirectory directory;
  const std::string path = directory.put("p.tsv", "a\tA\nb\tB\nc\tC\nd\tD\ne\tE\n");
  PairInput input(files({path}));
  CHECK_FALSE(input.has_rows());
  CHECK(input.left_cols() == 0);
  CHECK(input.total() == 20);
  for (int pass = 0; pass < 2; ++pass) {
    const auto first = input.next(3);
    REQUIRE(first);
    CHECK(first->first == 0);
    CHECK(first->left.texts == std::vector<std::string>{"a", "b", "c"});
    CHECK(first->right.texts == std::vector<std::string>{"A", "B", "C"});
    const auto second = input.next(3);
    REQUIRE(second);
    CHECK(second->first == 3);
    CHECK(second->size() == 2);
    CHECK(second->right.texts == std::vector<std::string>{"D", "E"});
    CHECK_FALSE(input.next(3));
    CHECK_FALSE(input.next(3));
    CHECK(input.position() == 20);
    input.rewind();
  }
}

TEST_CASE("rows come in blocks as doubles, from float32 and float64") {
  TemporaryDirectory directory;
  const std::vector<double> left = numbers(10, 3, 0.25), right = numbers(10, 2, 0.5);
  const std::vector<float> left_float(left.begin(), left.end());
  write_npy(directory.file("x.npy"), left_float, 10, 3);
  write_npy(directory.file("y.npy"), right, 10, 2);
  PairInput input(files({directory.file("x.npy"), directory.file("y.npy")}));
  CHECK(input.has_rows());
  CHECK(input.left_cols() == 3);
  CHECK(input.right_cols() == 2);
  CHECK(input.total() == 10);
  for (int pass = 0; pass < 2; ++pass) {
    Index seen = 0;
    while (auto batch = input.next(4)) {
      CHECK(batch->first == seen);
      REQUIRE(batch->size() == std::min<Index>(4, 10 - seen));
      REQUIRE(batch->right.size() == batch->size());
      for (Index i = 0; i < batch->size(); ++i) {
        for (Index j = 0; j < 3; ++j) CHECK(batch->left.rows(i, j) == left[(seen + i) * 3 + j]);
        for (Index j = 0; j < 2; ++j) CHECK(batch->right.rows(i, j) == right[(seen + i) * 2 + j]);
      }
      seen += batch->size();
      CHECK(input.position() == seen);
    }
    CHECK(seen == 10);
    input.rewind();
    CHECK(input.position() == 0);
  }
}

TEST_CASE("the fingerprint tells data apart, not how it is read") {
  TemporaryDirectory directory;
  const std::string text = directory.put("p.tsv", "ab\tc\nd\te\n");
  const std::uint64_t hash = fingerprint_of({text});
  CHECK(hash == fingerprint_of({text}, 1));
  CHECK(hash != fingerprint_of({directory.put("q.tsv", "a\tbc\nd\te\n")}));
  CHECK(hash != fingerprint_of({directory.put("q.tsv", "d\te\nab\tc\n")}));
  CHECK(hash != fingerprint_of({directory.put("q.tsv", "ab\tc\n")}));
  CHECK(hash == fingerprint_of({directory.put("l.txt", "ab\nd\n"), directory.put("r.txt", "c\ne\n")}));
  PairInput twice(files({text}));
  fingerprint_by(twice, 2);
  twice.rewind();
  CHECK(fingerprint_by(twice, 3) == hash);

  const std::vector<double> values = numbers(6, 2, 0);
  write_npy(directory.file("a.npy"), values, 6, 2);
  write_npy(directory.file("b.npy"), std::vector<float>(values.begin(), values.end()), 6, 2);
  write_npy(directory.file("c.npy"), numbers(6, 2, 1), 6, 2);
  write_npy(directory.file("d.npy"), numbers(6, 1, 0), 6, 1);
  const std::string a = directory.file("a.npy"), b = directory.file("b.npy"), c = directory.file("c.npy");
  const std::uint64_t rows = fingerprint_of({a, c});
  CHECK(rows == fingerprint_of({a, c}, 4));
  CHECK(rows == fingerprint_of({b, c}));
  CHECK(rows != fingerprint_of({c, a}));
  CHECK(rows != fingerprint_of({a, a}));
  CHECK(rows != fingerprint_of({a, directory.file("d.npy")}));
  PairInput again(files({a, c}));
  fingerprint_by(again, 5);
  again.rewind();
  CHECK(fingerprint_by(again, 6) == rows);
}

TEST_CASE("npy files that do not belong together") {
  TemporaryDirectory directory;
  const std::string x = directory.file("x.npy"), y = directory.file("y.npy");
  write_npy(x, numbers(12, 2, 0), 12, 2);
  write_npy(y, numbers(10, 2, 0), 10, 2);
  const std::string text = directory.put("t.txt", "a\n");
  expect_error(ErrorCode::data, y + ": 10 rows but " + x + " has 12; row i of one must belong to row i of the other",
               [&] {
                 PairInput input(files({x, y}));
               });
  expect_error(ErrorCode::usage, x + ": an .npy file holds one side of the pairs; give two, LEFT.npy RIGHT.npy",
               [&] { PairInput input(files({x})); });
  expect_error(ErrorCode::usage,
               x + ": one side is an .npy file and the other is not; give two .npy files or two texts", [&] {
                 PairInput input(files({text, x}));
               });
  Source columns = files({x, x});
  columns.columns = "1,2";
  expect_error(ErrorCode::usage, "--columns: .npy files have no columns to choose; leave it out",
               [&] { PairInput input(columns); });
}

TEST_CASE("lines of unequal number, bad lines skipped") {
  TemporaryDirectory directory;
  PairInput unequal(files({directory.put("l", "a\nb\n"), directory.put("r", "a\n")}));
  const auto read_all = [&] { fingerprint_by(unequal, 10); };
  CHECK_THROWS_AS(read_all(), Error);

  Source skip = files({directory.put("p", "a\tb\nalone\nc\td\n")});
  skip.on_bad_line = BadLine::skip;
  PairInput input(skip);
  const auto batch = input.next(10);
  REQUIRE(batch);
  CHECK(batch->size() == 2);
  CHECK_FALSE(input.next(10));
  CHECK(input.skipped() == 1);
}

TEST_CASE("a pipe is not looked into and cannot be read twice") {
  TemporaryDirectory directory;
  const std::string pipe = directory.file("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream(pipe) << "a\tb\n"; });
  {
    PairInput input(files({pipe}));
    const auto batch = input.next(10);
    writer.join();
    REQUIRE(batch);
    CHECK(batch->left.texts == std::vector<std::string>{"a"});
    expect_error(ErrorCode::usage,
                 pipe + ": it can be read only once and this method reads its data twice; give a file",
                 [&] { input.rewind(); });
  }
}

TEST_CASE("standard input is read once") {
  TemporaryDirectory directory;
  const int file = open(directory.put("p.tsv", "a\tb\n").c_str(), O_RDONLY);
  const int before = dup(STDIN_FILENO);
  REQUIRE(dup2(file, STDIN_FILENO) == STDIN_FILENO);
  {
    PairInput input(files({"-"}));
    const auto batch = input.next(10);
    REQUIRE(batch);
    CHECK(batch->right.texts == std::vector<std::string>{"b"});
    expect_error(ErrorCode::usage,
                 "standard input: it can be read only once and this method reads its data twice; give a file",
                 [&] { input.rewind(); });
  }
  dup2(before, STDIN_FILENO);
  close(before);
  close(file);
}

TEST_CASE("a block of no pairs is our mistake") {
  TemporaryDirectory directory;
  PairInput input(files({directory.put("p.tsv", "a\tb\n")}));
  expect_error(ErrorCode::internal, "0 pairs asked for", [&] { input.next(0); });
}

TEST_CASE("vectors in memory are read as .npy files are") {
  TemporaryDirectory directory;
  const MatrixF x = MatrixF::Random(7, 3);
  const MatrixD y = MatrixD::Random(7, 2);
  write_npy(directory.file("x.npy"), std::span<const float>(x.data(), x.size()), 7, 3);
  write_npy(directory.file("y.npy"), std::span<const double>(y.data(), y.size()), 7, 2);
  PairInput from_files(files({directory.file("x.npy"), directory.file("y.npy")})), memory(vectors_in_memory(x, y));
  CHECK(memory.has_rows());
  CHECK(memory.left_cols() == 3);
  CHECK(memory.right_cols() == 2);
  CHECK(memory.total() == 7);
  CHECK(fingerprint_by(memory, 4) == fingerprint_by(from_files, 7));
  memory.rewind();
  CHECK(memory.next(7)->left.rows == x.cast<double>());
  // Every second row, two of its columns.
  const MatrixD wide = MatrixD::Random(14, 3);
  PairInput some(vectors_in_memory(RowsView(wide.data(), 7, 2, 6), y));
  CHECK(some.next(7)->left.rows == wide(Eigen::seq(0, 13, 2), Eigen::seq(0, 1)));
  // By columns, the last one first.
  PairInput turned(vectors_in_memory(RowsView(wide.data() + 2, 7, 3, 6, nullptr, -1), y));
  CHECK(turned.next(7)->left.rows == wide(Eigen::seq(0, 13, 2), Eigen::seq(2, 0, -1)));
}

TEST_CASE("vectors and .npy files in segments") {
  TemporaryDirectory directory;
  const MatrixD x = MatrixD::Random(7, 3);
  write_npy(directory.file("x.npy"), std::span<const double>(x.data(), x.size()), 7, 3);
  for (Data data : {Data(files({directory.file("x.npy"), directory.file("x.npy")})), vectors_in_memory(x, x)}) {
    MatrixD all(0, 3);
    for (std::int64_t i = 0; i < 3; ++i) {
      data.segment = {i, 3};
      PairInput input(data);
      while (const auto batch = input.next(2)) {
        all.conservativeResize(all.rows() + batch->size(), 3);
        all.bottomRows(batch->size()) = batch->right.rows;
      }
      CHECK(input.position() == input.total());
    }
    CHECK(all == x);
  }
}

TEST_CASE("bad vectors in memory") {
  MatrixD x = MatrixD::Zero(3, 2);
  const MatrixD y = MatrixD::Zero(2, 2);
  expect_error(ErrorCode::data,
               "the right matrix: 2 rows but the left matrix has 3; row i of one must belong to row i of the other",
               [&] { PairInput input(vectors_in_memory(x, y)); });
  expect_error(ErrorCode::data, "the right matrix: 3 rows without a number",
               [&] { PairInput none(vectors_in_memory(x, MatrixD(3, 0))); });
  x(1, 0) = NAN;
  PairInput input(vectors_in_memory(x, x));
  expect_error(ErrorCode::data, "the vectors given: row 2, column 1 is not finite", [&] { input.next(3); });
  Data one;
  one.vectors = {x};
  expect_error(ErrorCode::usage, "the vectors given: 1 matrix, expected a left and a right one",
               [&] { PairInput wrong(one); });
}

TEST_CASE("texts in memory can be read twice, rows of a function once") {
  PairInput memory(pairs_in_memory({"a", "b"}, {"x", "y"}));
  const std::uint64_t first = fingerprint_by(memory, 2);
  memory.rewind();
  CHECK(fingerprint_by(memory, 1) == first);
  CHECK(memory.unit() == "rows");
  int calls = 0;
  PairInput once(rows_from([&](std::vector<std::string>& fields) {
    fields = {"a", "b"};
    return calls++ < 3;
  }));
  CHECK(once.next(10)->size() == 3);
  expect_error(ErrorCode::usage,
               "what gives the rows: it can be read only once and this method reads its data twice; give a file",
               [&] { once.rewind(); });
}
