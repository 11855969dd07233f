#include "couplet/methods/rewriting/gram_files.h"

#include <doctest/doctest.h>

#include "couplet/methods/rewriting/rewriting_gram.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/base/threads.h"
#include "tests/methods/table_typing.h"

using namespace couplet;

TEST_CASE("Gram matrices come back from both formats, bit by bit") {
  const TemporaryDirectory directory;
  MatrixD gram(3, 3);
  gram << 1, 0.1, -2.0 / 3, 0.1, 1, 1e-300, -2.0 / 3, 1e-300, 1;
  const std::vector<int> labels{1, 0, 1};
  for (const char* name : {"k.npy", "k.libsvm"}) {
    const std::string path = directory / name;
    write_gram(path, gram, labels);
    CHECK(read_gram(path, 3, Run()) == gram);
  }
  const std::string path = directory / "k.npy";
  expect_error(ErrorCode::data, path + ": 3 x 3, expected 2 x 2; compute it again, with --save-gram",
               [&] { read_gram(path, 2, Run()); });
}

TEST_CASE("damaged Gram files are refused with their place") {
  const TemporaryDirectory directory;
  const auto refuse = [&](const std::string& content, const std::string& problem) {
    const std::string path = put(directory / "k.libsvm", content);
    expect_error(ErrorCode::data, path + problem + "; compute it again, with --save-gram",
                 [&] { read_gram(path, 2, Run()); });
  };
  const std::string first = "1 0:1 1:1 2:0.5\n";
  refuse(first + "0 0:2 1:0.4 2:1\n", ": not symmetric in row 2, column 1");
  for (const char* second : {"0 0:3 1:0.5 2:1", "0 0:2 1:0.5", "0 0:2 2:0.5 1:1", "0 0:2 1:x 2:1", "0 0:2 1:nan 2:1",
                             "", "0 0:2 1:0.5 2:1 3:1"})
    refuse(first + second + "\n", ":2: not a label, 0:2 and 2 values");
  refuse(first, ": 1 x 2, expected 2 x 2");
}

TEST_CASE("rewriting Gram matrix: symmetric, same bits at any thread count, both ways") {
  Random random(2);
  TableTyping typing = TableTyping::random(random, 30, 2, 0.05, 0.1);
  typing.wire_both_ways();
  std::vector<SymbolPair> pairs;
  for (int i = 0; i < 40; ++i) pairs.push_back(random_pair(random, 30, 12));
  const RewritingIndex index(pairs, 2, typing, Wiring::same_type, with_threads(1));
  const MatrixD one = rewriting_gram(index, pairs, typing, false, "gram", with_threads(1));
  CHECK(one == rewriting_gram(index, pairs, typing, false, "gram", with_threads(3)));
  CHECK(one == one.transpose());
  const MatrixD both = rewriting_gram(index, pairs, typing, true, "gram", with_threads(2));
  CHECK(both == both.transpose());
  const SymbolPair turned{pairs[3].target, pairs[3].source};
  const MatrixD across = rewriting_gram(index, {&turned, 1}, typing, false, "gram", with_threads(1));
  CHECK(both.row(3) == one.row(3) + across.row(0));
}
