#include "couplet/base/printable.h"

#include <doctest/doctest.h>

#include "couplet/base/error.h"

using namespace couplet;

TEST_CASE("what a terminal obeys is written out, text is left alone") {
  CHECK(printable("Grüße, 東京 🙂 \\n 'a' \"b\"") == "Grüße, 東京 🙂 \\n 'a' \"b\"");
  CHECK(printable("a\033[2Jb\n\t\r\x7F") == "a\\x1B[2Jb\\n\\t\\r\\x7F");
  CHECK(printable("\xC2\x9B \xE2\x80\xA8") == "\\xC2\\x9B \\xE2\\x80\\xA8");  // CSI in one character, a line separator
  CHECK(printable(std::string("\0", 1)) == "\\x00");
  CHECK(printable("caf\xE9 \xC3") == "caf\\xE9 \\xC3");
}

TEST_CASE("what is quoted is cut to 80 bytes, at characters") {
  const std::string a(1'000'000, 'a'), cut = std::string(51, 'a') + "…" + std::string(26, 'a');
  CHECK(printable("unknown word '" + a + "', did you mean 'b'?") == "unknown word '" + cut + "', did you mean 'b'?");
  CHECK(printable("\"" + a + "\"") == "\"" + cut + "\"");
  CHECK(printable("'" + std::string(80, 'a') + "'") == "'" + std::string(80, 'a') + "'");
  std::string umlauts;
  for (int i = 0; i < 100; ++i) umlauts += "ü";
  const std::string shown = printable("'" + umlauts + "'");
  CHECK(shown.size() < 83);
  CHECK(printable(shown) == shown);  // whole characters: nothing is written out
  // Apostrophes quote nothing.
  const std::string sentence =
      "the model's header is what it's made of, and this goes on for a while: it isn't cut, is it, "
      "however long it's";
  CHECK(printable(sentence) == sentence);
}

TEST_CASE("quotes without end take no time") {
  std::string quotes;
  for (int i = 0; i < 1'000'000; ++i) quotes += " 'a \"b";
  CHECK(printable(quotes) == quotes);
}

TEST_CASE("an error is a line, whatever it quotes") {
  const std::string large(5'000'000, 'x');
  const Error error(ErrorCode::data, "a\nb.tsv:1", "no column " + large + "\033", "the header has " + large);
  CHECK(error.place() == "a\\nb.tsv:1");
  CHECK(error.problem().size() == 600);
  CHECK(error.problem().ends_with("x\\x1B"));
  CHECK(std::string(error.what()).size() < 1300);
  const Error again(error.code(), error.place(), error.problem(), error.remedy());
  CHECK(std::string(again.what()) == error.what());
}
