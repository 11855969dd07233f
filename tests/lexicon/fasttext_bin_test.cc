// Reading fastText's .bin, held against the fasttext program itself (Debian package fasttext).
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sstream>

#include "couplet/base/input.h"
#include "couplet/base/printable.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "tests/lexicon/word_tables.h"

using namespace couplet;
using namespace couplet::test;

namespace {

constexpr const char* program = "/usr/bin/fasttext";

/// Places of the header: 4-byte numbers after magic and version, then the dictionary's.
constexpr std::size_t version_at = 4, dimension_at = 8, model_at = 36, buckets_at = 40, max_length_at = 48;
constexpr std::size_t dictionary_at = 64, pruned_at = 84;

std::string random_word(Random& random) {
  const std::vector<std::string> letters{"a", "b", "c", "d", "e", "n", "é", "ß", "東", "京", "я"};
  std::string word;
  for (std::int64_t i = random.below(7); i >= 0; --i)
    word += letters[random.below(static_cast<std::int64_t>(letters.size()))];
  return word;
}

void run_fasttext(const std::string& arguments) {
  REQUIRE_MESSAGE(std::filesystem::exists(program),
                  "the program fasttext is missing; install Debian's package fasttext (./dev setup does)");
  const std::string command = std::string(program) + " " + arguments + " 2>/dev/null";
  REQUIRE_MESSAGE(std::system(command.c_str()) == 0, command);
}

/// A small model trained on seeded words, and words it has not seen.
struct Trained {
  explicit Trained(const std::string& options) {
    Random random(11);
    std::vector<std::string> lexicon;
    for (int i = 0; i < 60; ++i) lexicon.push_back(random_word(random));
    std::string corpus;
    for (int line = 0; line < 200; ++line)
      for (int i = 0; i < 8; ++i) corpus += lexicon[random.below(60)] + (i == 7 ? "\n" : " ");
    scratch.put("corpus.txt", corpus);
    run_fasttext(options + " -input " + scratch.file("corpus.txt") + " -output " + scratch.file("m") +
                 " -dim 10 -epoch 2 -thread 1 -minCount 1 > /dev/null");
    for (int i = 0; i < 40; ++i) unknown.push_back(random_word(random) + random_word(random) + "x");
  }
  std::string bin() const { return scratch.file("m.bin"); }
  std::string vec() const { return scratch.file("m.vec"); }

  TemporaryDirectory scratch;
  std::vector<std::string> unknown;
};

/// Each word with the vector that fasttext prints for it must have the same vector here.
void compare_with_program(const Trained& trained, const WordVectors& vectors, const std::vector<std::string>& words,
                          bool known) {
  std::string queries;
  for (const std::string& word : words) queries += word + "\n";
  trained.scratch.put("queries.txt", queries);
  run_fasttext("print-word-vectors " + trained.bin() + " < " + trained.scratch.file("queries.txt") + " > " +
               trained.scratch.file("printed.txt"));
  std::istringstream printed(read_file(trained.scratch.file("printed.txt")));
  std::vector<float> ours(vectors.dimension());
  for (const std::string& word : words) {
    CAPTURE(word);
    std::string name;
    printed >> name;
    REQUIRE(name == word);
    CHECK(vectors.find(word, ours) == known);
    for (const float value : ours) {
      double theirs = 0;
      printed >> theirs;
      REQUIRE_FALSE(printed.fail());
      CHECK(std::fabs(static_cast<double>(value) - theirs) < 1e-4);
    }
  }
}

std::vector<std::string> words_of(const WordVectors& vectors) {
  std::vector<std::string> words;
  for (std::int64_t i = 0; i < vectors.size(); ++i) words.emplace_back(vectors.words().word(i));
  return words;
}

template <class T>
std::string patched(std::string bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
  return bytes;
}

/// Where the dictionary's entries end: at the flag before the input matrix.
std::size_t matrix_flag_at(const std::string& bytes) {
  std::int32_t words = 0;
  std::memcpy(&words, bytes.data() + dictionary_at, sizeof words);
  std::size_t at = pruned_at + 8;
  for (std::int32_t i = 0; i < words; ++i) at = bytes.find('\0', at) + 1 + 8 + 1;
  return at;
}

}  // namespace

TEST_CASE("skipgram with n-grams: known and unknown words as fasttext prints them") {
  const Trained trained("skipgram -bucket 1000");
  const WordVectors vectors = read_word_vectors(trained.bin(), Run());
  CHECK(vectors.dimension() == 10);
  REQUIRE(vectors.subwords().has_value());
  CHECK(vectors.subwords()->buckets == 1000);
  CHECK(vectors.size() > 50);
  compare_with_program(trained, vectors, words_of(vectors), true);
  compare_with_program(trained, vectors, trained.unknown, true);
  compare_with_program(trained, vectors, {"ab", "東京東京", "<", "\x80\x80xyz"}, true);
}

TEST_CASE("cbow with other lengths of n-grams") {
  for (const char* lengths : {"-minn 1 -maxn 2", "-minn 4 -maxn 4"}) {
    const Trained trained("cbow -bucket 777 " + std::string(lengths));
    const WordVectors vectors = read_word_vectors(trained.bin(), Run(), "fasttext");
    compare_with_program(trained, vectors, words_of(vectors), true);
    compare_with_program(trained, vectors, trained.unknown, true);
  }
}

TEST_CASE("a word too short for any n-gram is unknown") {
  const Trained trained("skipgram -bucket 100 -minn 5 -maxn 6");
  compare_with_program(trained, read_word_vectors(trained.bin(), Run()), {"x", "zz"}, false);
}

TEST_CASE("a model without n-grams has no subwords") {
  const Trained trained("skipgram -maxn 0");
  const WordVectors vectors = read_word_vectors(trained.bin(), Run());
  CHECK_FALSE(vectors.subwords().has_value());
  compare_with_program(trained, vectors, words_of(vectors), true);
  compare_with_program(trained, vectors, trained.unknown, false);
}

TEST_CASE("its .vec has the same words and vectors") {
  const Trained trained("skipgram -bucket 1000");
  const WordVectors bin = read_word_vectors(trained.bin(), Run());
  const WordVectors vec = read_word_vectors(trained.vec(), Run());
  CHECK(words_of(bin) == words_of(vec));
  REQUIRE(bin.values().size() == vec.values().size());
  for (std::size_t i = 0; i < bin.values().size(); ++i) CHECK(std::fabs(bin.values()[i] - vec.values()[i]) < 1e-4f);
}

TEST_CASE("the same at any number of threads and wherever the values lie in the file") {
  const Trained trained("skipgram -bucket 1000");
  const WordVectors first = read_word_vectors(trained.bin(), Run());
  const std::string bytes = read_file(trained.bin());
  const std::size_t first_word_end = bytes.find('\0', pruned_at + 8);
  for (std::size_t shift = 1; shift <= 4; ++shift) {  // a longer first word moves the matrix
    std::string moved = bytes;
    moved.insert(first_word_end, shift, 'q');
    Run run;
    run.pool = Pool(static_cast<int>(shift));
    const WordVectors other = read_word_vectors(trained.scratch.put("moved.bin", moved), run);
    REQUIRE(other.size() == first.size());
    CHECK(std::ranges::equal(other.subwords()->values, first.subwords()->values));
    for (std::int64_t i = 1; i < first.size(); ++i) REQUIRE(std::ranges::equal(other.row(i), first.row(i)));
  }
}

TEST_CASE("a model cut anywhere is refused") {
  const Trained trained("skipgram -bucket 50");
  const std::string bytes = read_file(trained.bin());
  const auto check_cut = [&](std::size_t size) {
    CAPTURE(size);
    const std::string path = trained.scratch.put("cut.bin", std::string_view(bytes).substr(0, size));
    const auto error = error_of([&] { read_word_vectors(path, Run(), "fasttext"); });
    REQUIRE(error.has_value());
    REQUIRE(error->code() == ErrorCode::data);
  };
  for (std::size_t size = 0; size < 200; ++size) check_cut(size);
  for (std::size_t size = 200; size < bytes.size(); size += 61) check_cut(size);
  check_cut(bytes.size() - 1);
}

TEST_CASE("models of other kinds and damaged ones are refused with the reason") {
  const Trained trained("skipgram -bucket 50");
  const std::string bytes = read_file(trained.bin());
  const std::string path = trained.scratch.file("bad.bin");
  const auto check = [&](const std::string& content, const std::string& message) {
    trained.scratch.put("bad.bin", content);
    expect_error(ErrorCode::data, path + message, [&] { read_word_vectors(path, Run(), "fasttext"); });
  };
  const std::size_t flag = matrix_flag_at(bytes);
  std::int32_t words = 0;
  std::memcpy(&words, bytes.data() + dictionary_at, sizeof words);
  const std::string count = std::to_string(words);

  check(patched(bytes, 0, 1), ": not a fastText model; if it is compressed, decompress it first");
  std::string no_text = bytes;
  no_text[pruned_at + sizeof(std::int64_t)] = '\xFF';  // the first byte of the first word
  const std::string_view rest = std::string_view(no_text).substr(pruned_at + sizeof(std::int64_t) + 1);
  check(no_text, ": the word \"\\xFF" + printable(rest.substr(0, rest.find('\0'))) + "\" is not UTF-8; is it damaged?");
  check(patched(bytes, version_at, 13), ": fastText format 13, expected 11 or 12; use its .vec file");
  check(patched(bytes, model_at, 9), ": unknown kind of model 9; is it damaged?");
  check(patched(bytes, dimension_at, 0), ": dimension 0, 50 buckets, n-grams of 3 to 6: out of range; is it damaged?");
  check(patched(bytes, max_length_at, 2000000000),
        ": dimension 10, 50 buckets, n-grams of 3 to 2000000000: out of range; is it damaged?");
  check(patched(bytes, buckets_at, 60),
        ": " + std::to_string(words + 50) + " rows for " + count + " words and 60 buckets; is it damaged?");
  check(patched(bytes, dictionary_at, -5),
        ": a dictionary of -5 entries with " + count + " words and 0 labels; is it damaged?");
  check(patched(bytes, pruned_at, std::int64_t{4}),
        ": a pruned fastText model, which is not supported; use the model before pruning");
  check(patched(bytes, flag, '\1'),
        ": a quantised fastText model (.ftz), which is not supported; use the .bin it was made from");
  check(patched(bytes, flag + 9, std::int64_t{11}),
        ": a matrix of " + std::to_string(words + 50) + " x 11, the dimension is 10; is it damaged?");
  check(patched(bytes, flag + 17 + 4 * 23, std::numeric_limits<float>::quiet_NaN()),
        ": row 3, column 4 of the input matrix is not finite; is it damaged?");
  check(bytes + "x", ": 1 bytes too many at the end; is it damaged?");
  for (const std::int64_t rows : {std::int64_t{1} << 62, std::numeric_limits<std::int64_t>::max(), std::int64_t{-1}}) {
    trained.scratch.put("bad.bin", patched(bytes, flag + 1, rows));
    CHECK(error_of([&] { read_word_vectors(path, Run()); }).has_value());
  }
}

TEST_CASE("version 11 has the same layout for word vectors") {
  const Trained trained("skipgram -bucket 50");
  const std::string old = trained.scratch.put("old.bin", patched(read_file(trained.bin()), version_at, 11));
  check_equal(read_word_vectors(old, Run()), read_word_vectors(trained.bin(), Run()));
}

TEST_CASE("a supervised model is not word vectors") {
  const TemporaryDirectory scratch;
  scratch.put("labels.txt", "__label__a one two\n__label__b three four\n");
  run_fasttext("supervised -input " + scratch.file("labels.txt") + " -output " + scratch.file("s") +
               " -dim 4 -epoch 1 -thread 1 -minCount 1 > /dev/null");
  expect_error(
      ErrorCode::data,
      scratch.file("s.bin") +
          ": a supervised fastText model (a classifier with labels), not word vectors; use a model trained with "
          "skipgram or cbow",
      [&] { read_word_vectors(scratch.file("s.bin"), Run()); });
}
