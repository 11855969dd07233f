#include "couplet/lexicon/thesaurus.h"

#include <doctest/doctest.h>

#include "couplet/lexicon/mythes.h"
#include "couplet/lexicon/thesaurus_tsv.h"
#include "tests/lexicon/word_tables.h"

using namespace couplet;
using namespace couplet::test;

namespace {

/// "+synonym hot -antonym cold": the members of an entry in order.
std::string shown(const Thesaurus& thesaurus, std::int64_t entry) {
  std::string text;
  for (const ThesaurusMember& member : thesaurus.members(entry))
    text += fmt::format("{}{}{} {}", text.empty() ? "" : ", ", member.opposed ? '-' : '+', name_of(member.relation),
                        thesaurus.words().word(member.word));
  return text;
}

}  // namespace

TEST_CASE("every relation has a name that leads back to it") {
  for (int i = 0; i < relation_count; ++i) {
    const auto relation = static_cast<Relation>(i);
    CHECK_FALSE(name_of(relation).empty());
    CHECK(parse_relation(name_of(relation)) == relation);
  }
  CHECK(error_of([] { parse_relation("friend"); })->code() == ErrorCode::usage);
  CHECK(std::string(error_of([] { parse_relation("friend"); })->what())
            .starts_with("there is no relation 'friend'; known are: synonym, antonym, "));
}

TEST_CASE("one spelling for a word") {
  std::string form;
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"Hot", "hot"}, {"  ice__cream  ", "ice cream"}, {"a \t b", "a b"}, {"ÉTÉ", "été"}, {" _ ", ""}, {"", ""}}) {
    thesaurus_form(from, form);
    CHECK(form == to);
  }
}

TEST_CASE("an entry keeps a member once, in the order given") {
  Thesaurus thesaurus("t");
  const std::int32_t a = thesaurus.add_word("A"), b = thesaurus.add_word("b");
  CHECK(thesaurus.add_word("a") == a);
  CHECK(thesaurus.add_word(" ") == -1);
  using enum Relation;
  thesaurus.add_entry("one", std::vector<ThesaurusMember>{{b, similar, false},
                                                          {a, synonym, false},
                                                          {b, similar, false},
                                                          {b, similar, true},
                                                          {b, related, false},
                                                          {a, synonym, false}});
  thesaurus.add_entry("none", {});
  CHECK(shown(thesaurus, 0) == "+similar b, +synonym a, -similar b, +related b");
  thesaurus.add_entry("weights", std::vector<ThesaurusMember>{{a, synonym, false, 0.25F}, {a, synonym, false, 0.5F}});
  CHECK(thesaurus.members(2).size() == 1);
  CHECK(thesaurus.members(2)[0].weight == 0.5F);
  CHECK(thesaurus.members(1).empty());
  CHECK(thesaurus.label(1) == "none");
  CHECK(thesaurus.size() == 3);
}

TEST_CASE("MyThes: meanings, labels, brackets that are no label") {
  const TemporaryDirectory scratch;
  const std::string path =
      scratch.put("th.dat",
                  "UTF-8\nHot|2\n(adj)|blistering (similar term)|cold (antonym)|heat (related term)\n"
                  "(adj)|spicy|ware (or wares)|taste (generic term)||x (what)\nsolo|0\ncold|1\n-|chilly\n");
  const Thesaurus thesaurus = read_mythes(path, Run());
  REQUIRE(thesaurus.size() == 3);
  CHECK(thesaurus.label(0) == "Hot (adj)");
  CHECK(shown(thesaurus, 0) == "+synonym hot, +similar blistering, -antonym cold, +related heat");
  CHECK(shown(thesaurus, 1) == "+synonym hot, +synonym spicy, +related ware, +hypernym taste, +related x");
  CHECK(shown(thesaurus, 2) == "+synonym cold, +synonym chilly");
}

TEST_CASE("MyThes in Latin-1 comes out as UTF-8") {
  const TemporaryDirectory scratch;
  const Thesaurus thesaurus =
      read_mythes(scratch.put("th.dat", "ISO8859-1\n\xe9t\xe9|1\n(nom)|hiver (antonym)\n"), Run());
  CHECK(shown(thesaurus, 0) == "+synonym été, -antonym hiver");
}

TEST_CASE("MyThes files that are none") {
  const TemporaryDirectory scratch;
  const auto check = [&](const std::string& content, const std::string& problem) {
    const std::string path = scratch.put("bad.dat", content);
    const auto error = error_of([&] { read_mythes(path, Run()); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::data);
    CHECK(std::string(error->what()).starts_with(path + problem));
  };
  check("", ": empty");
  check("KOI8-R\n", ":1: 'KOI8-R' is no encoding that can be read");
  check("UTF-8\nhot\n", ":2: expected 'word|number of meanings'; give the .dat file");
  check("UTF-8\nhot|x\n", ":2: expected 'word|number of meanings'");
  check("UTF-8\nhot|-1\n", ":2: expected 'word|number of meanings'");
  check("UTF-8\nhot|99999999999999999999\n", ":2: expected");
  check("UTF-8\nhot|2\n(adj)|warm\n", ": ends inside the entry of 'hot'");
  check("UTF-8\nhot|1\nwarm\n", ":3: expected a meaning of 'hot'");
  check("UTF-8\nh\xff|1\n", ":2: invalid UTF-8");
  const auto missing = error_of([&] { read_mythes(scratch.file("none.dat"), Run()); });
  CHECK(missing->code() == ErrorCode::io);
  CHECK(missing->remedy().find("mythes-en-us") != std::string::npos);
}

TEST_CASE("a table of heads, synonyms and antonyms") {
  const TemporaryDirectory scratch;
  const Thesaurus thesaurus =
      read_thesaurus_tsv(scratch.put("t.tsv",
                                     "head\tsynonyms\tantonyms\n# a remark\n\nHot\twarm, very  hot;torrid\tcold\n"
                                     "big\tlarge\nsmall\t\tbig,\n"),
                         Run());
  REQUIRE(thesaurus.size() == 3);
  CHECK(thesaurus.label(0) == "hot");
  CHECK(shown(thesaurus, 0) == "+synonym hot, +synonym warm, +synonym very hot, +synonym torrid, -antonym cold");
  CHECK(shown(thesaurus, 1) == "+synonym big, +synonym large");
  CHECK(shown(thesaurus, 2) == "+synonym small, -antonym big");
  const auto pairs = antonym_pairs(thesaurus);
  CHECK(pairs.size() == 5);
  const auto check = [&](const std::string& content, const std::string& text) {
    const std::string path = scratch.put("bad.tsv", content);
    expect_error(ErrorCode::data, path + text, [&] { read_thesaurus_tsv(path, Run()); });
  };
  check("hot\n", ":1: 1 columns, expected 2 or 3; write head, synonyms and antonyms, separated by tabs");
  check("a\tb\na\tb\tc\td\n", ":2: 4 columns, expected 2 or 3; write head, synonyms and antonyms, separated by tabs");
  check(" \tb\n", ":1: an entry without a head; write the word first");
  check("# nothing\n", ": no entry in it; give at least one line");
  check("a\tb\xff\n", ":1: invalid UTF-8 at byte 4 (0xFF); convert it, e.g. with iconv -f latin1 -t utf8");
}
