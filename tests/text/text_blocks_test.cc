#include "couplet/text/text_blocks.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/word_stream.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

using Tokens = std::vector<std::string>;

Source one_file(const std::string& path) {
  Source files;
  files.paths = {path};
  return files;
}

void append_tokens(Tokeniser& tokeniser, std::string_view text, Tokens& tokens) {
  for (const std::string_view token : tokeniser.tokens(text)) tokens.emplace_back(token);
}

/// The tokens of all blocks, with "|" where a document ends.
Tokens tokens_in_blocks(const std::string& path, const std::string& pipeline, std::size_t block_bytes) {
  Tokeniser tokeniser = TextPipeline::parse(pipeline).make();
  TextBlocks blocks(one_file(path), block_bytes, true);
  Tokens tokens;
  while (const auto block = blocks.next()) {
    std::size_t begin = 0;
    for (const TextBlock::Piece& piece : block->pieces) {
      append_tokens(tokeniser, std::string_view(block->text).substr(begin, piece.end - begin), tokens);
      begin = piece.end;
      if (piece.ends_document) tokens.emplace_back("|");
    }
    CHECK(begin == block->text.size());
  }
  return tokens;
}

}  // namespace

TEST_CASE("blocks of any size have the same tokens") {
  // Words, apostrophes, marks on blanks, a final sigma, tabs, Japanese, and long stretches without a blank.
  const std::vector<std::string> pieces = {"word", "don't",    " ",          "  ", "\t", " \xCC\x81",
                                           "ΟΔΟΣ", "3.14",     "東京に住む", ",",  "  ", "e\xCC\x81t",
                                           ". ",   "\xC2\xA0", "ｶﾞ-x_y ",    "--"};
  Random random(5);
  std::string text;
  for (int line = 0; line < 30; ++line) {
    for (std::int64_t n = random.below(200); n > 0; --n)
      text += pieces[random.below(static_cast<std::int64_t>(pieces.size()))];
    text += "\n";
  }
  const TemporaryDirectory directory;
  const std::string path = put(directory / "text", text);
  for (const std::string pipeline :
       {"nfkc,lower,icu", "icu", "nfkc,words", "lower,penn", "space", "nfkc,lower,chars:2-4"})
    for (const std::size_t block_bytes : {1, 10, 100, 1000}) {
      CAPTURE(pipeline);
      CAPTURE(block_bytes);
      CHECK(tokens_in_blocks(path, pipeline, block_bytes) == tokens_in_blocks(path, pipeline, 1 << 20));
    }
}

TEST_CASE("blocks are no longer than they need be") {
  std::string line;
  for (int i = 0; i < 1000; ++i) line += "0123456 ";
  const TemporaryDirectory directory;
  const std::string path = put(directory / "text", "short\n\n" + line + "\n");
  TextBlocks blocks(one_file(path), 100, true);
  std::size_t count = 0;
  while (const auto block = blocks.next()) {
    ++count;
    CHECK(block->text.size() <= 200);
  }
  CHECK(count >= 40);
  CHECK(blocks.documents() == 3);
  CHECK(blocks.position() == 8008);
  TextBlocks whole(one_file(path), 100, false);
  const auto block = whole.next();
  REQUIRE(block);
  CHECK(block->text == "short" + line);
  CHECK(block->pieces.size() == 3);
  CHECK(!whole.next());
}

TEST_CASE("a stream of words beyond its memory") {
  WordStream stream(40);
  const std::vector<std::vector<std::int32_t>> chunks = {
      {1, 2, -1}, {}, {3, 4, 5, 6, 7, 8, 9, 10}, {-1}, {11, 12, 13, 14}};
  for (const auto& chunk : chunks) stream.append(chunk);
  CHECK(stream.size() == 16);
  std::vector<std::int32_t> words;
  for (const auto& chunk : chunks) {
    REQUIRE(stream.next(words));
    CHECK(words == chunk);
  }
  CHECK(!stream.next(words));
}
