#include "couplet/lexicon/vector_line.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <charconv>
#include <limits>

#include "tests/lexicon/word_tables.h"

using namespace couplet;
using namespace couplet::test;

namespace {

struct Parsed {
  std::string word;
  std::vector<float> values;
};

Parsed parse(std::string_view line, std::int64_t dimension) {
  Parsed parsed;
  parsed.word = parse_vector_line(line, dimension, parsed.values, "v.txt", 17);
  return parsed;
}

void check_problem(std::string_view line, std::int64_t dimension, const std::string& problem) {
  CAPTURE(std::string(line));
  expect_error(ErrorCode::data, "v.txt:17: " + problem + "; is the line damaged or cut short?",
               [&] { parse(line, dimension); });
}

}  // namespace

TEST_CASE("a header is two whole numbers") {
  REQUIRE(parse_vector_header("50000 100"));
  CHECK(parse_vector_header("50000 100")->words == 50000);
  CHECK(parse_vector_header("50000\t100 ")->dimension == 100);
  for (const char* line : {"", "5", "the 5", "5 0.1", "5 6 7", "-1 5", "5 -1", "99999999999999999999 1", "5 1e2"})
    CHECK_FALSE(parse_vector_header(line).has_value());
  CHECK_FALSE(parse_vector_header("1 1" + std::string(100, ' ') + "1").has_value());
}

TEST_CASE("the values of a first line are the numbers at its end") {
  CHECK(count_values("the 0.1 -2 3e-4") == 3);
  CHECK(count_values("1 0.1 0.2") == 2);
  CHECK(count_values(". . . 1 2") == 2);
  CHECK(count_values("the") == 0);
  CHECK(count_values("") == 0);
  CHECK(count_values("a b c") == 0);
}

TEST_CASE("a plain line") {
  const Parsed parsed = parse("the 1 -0.5 2.5e-3", 3);
  CHECK(parsed.word == "the");
  CHECK(parsed.values == std::vector<float>{1, -0.5f, 2.5e-3f});
  CHECK(parse("2008 1 2 ", 2).word == "2008");  // word2vec ends its lines with a blank
  CHECK(parse("a\t1\t2", 2).values == std::vector<float>{1, 2});
  CHECK(parse("a  1  2", 2).word == "a");
  CHECK(parse("\xff\xfe 1 2", 2).word == "\xff\xfe");  // old files have words that are not UTF-8
  CHECK(parse("nan 1 2", 2).word == "nan");
}

TEST_CASE("values are appended") {
  std::vector<float> out{9};
  parse_vector_line("a 1 2", 2, out, "v", 1);
  CHECK(out == std::vector<float>{9, 1, 2});
}

TEST_CASE("words with blanks, as in GloVe 840B") {
  CHECK(parse(". . . 1 2", 2).word == ". . .");
  CHECK(parse("at name@domain.com 1 2", 2).word == "at name@domain.com");
  CHECK(parse("at name@domain.com 1 2", 2).values == std::vector<float>{1, 2});
}

TEST_CASE("small numbers become zero or subnormal") {
  CHECK(parse("a 1e-60", 1).values == std::vector<float>{0});
  CHECK(parse("a 1e-40", 1).values == std::vector<float>{1e-40f});
  CHECK(parse("a -1e-60", 1).values == std::vector<float>{0});
}

TEST_CASE("wrong number of values") {
  check_problem("the 1 2", 3, "2 values, expected 3");
  check_problem("the 1", 3, "1 value, expected 3");
  check_problem("the", 3, "0 values, expected 3");
  check_problem("", 3, "0 values, expected 3");
  check_problem("2008 1 2", 3, "2 values, expected 3");
  check_problem("the 1 2 3 4", 3, "4 values, expected 3");
  check_problem("2008 1 2 3 4", 3, "4 values, expected 3");
  check_problem(". . . 1 2", 3, "2 values, expected 3");
  check_problem("the 1 2 3", std::numeric_limits<std::int64_t>::max(), "3 values, expected 9223372036854775807");
}

TEST_CASE("values that are not finite numbers") {
  check_problem("the 1 nan 3", 3, "value 2 is \"nan\", not a finite number");
  check_problem("the 1 2 -inf", 3, "value 3 is \"-inf\", not a finite number");
  check_problem("the 1 1e39 3", 3, "value 2 is \"1e39\", not a finite number");
  check_problem("the 0.1x 2 3", 3, "value 1 is \"0.1x\", not a finite number");
  check_problem("the 0,5 2 3", 3, "value 1 is \"0,5\", not a finite number");
}

TEST_CASE("what fits a line comes back from it") {
  CHECK(fits_vector_line("a b"));
  for (const char* word : {"", " a", "a ", "a\nb", "a\r", "a 5", "a b\t0.5"}) CHECK_FALSE(fits_vector_line(word));
  CHECK(rc::check("words and values survive a line", [] {
    const auto word = *rc::gen::container<std::string>(rc::gen::element('a', ' ', '\t', '5', '.', '-', 'e', '\xc3'));
    const auto values = *rc::gen::nonEmpty(rc::gen::arbitrary<std::vector<float>>());
    RC_PRE(fits_vector_line(word));
    std::string line = word;
    for (const float value : values) {
      char number[32];
      line += ' ';
      line.append(number, std::to_chars(number, number + sizeof number, value).ptr);
    }
    const Parsed parsed = parse(line, static_cast<std::int64_t>(values.size()));
    RC_ASSERT(parsed.word == word);
    RC_ASSERT(parsed.values == values);
  }));
}
