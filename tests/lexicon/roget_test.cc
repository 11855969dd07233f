#include "couplet/lexicon/roget.h"

#include <doctest/doctest.h>

#include "couplet/lexicon/thesaurus_reader.h"
#include "tests/base/expect_error.h"
#include "tests/lexicon/tiny_wordnet.h"

using namespace couplet;
using namespace couplet::test;

namespace {

using Words = std::vector<std::string>;

const std::string text =
    "A preface, with commas.\n*** START ***\n\n"
    "     #1.  Heat.-- N. heat, warmth[obs3]; torridity &c. (hot) 382; make-\nweight, \"a quoted, phrase\" [Poet], "
    "blaze.\n"
    "     fire, glow &c. n.; the whole of a long phrase, |ardor.\n"
    "     V. burn, scald <-- p. 7 --> ; be hot &c. adj.\n"
    "Adj. hot, torrid.\n"
    "     Phr. some like it, hot.\n\n%\n     A SECTION, TITLED\n%\n\n"
    "     #2. [Absence of it.] Cold. -- N. {opp. 1} cold, frost.\n     Adj. cold, icy; cold.\n\n"
    "     #2a. Size. -- N. size.\n     Adj. big.\n"
    "     #3. Smallness. -- Adj. small, little.\n\n"
    "End of the Project's book, with words\n*** END ***\nlicence, words\n";

}  // namespace

TEST_CASE("heads, parts of speech and words; references, marks and citations left out") {
  const auto heads = parse_roget(text, "roget");
  REQUIRE(heads.size() == 4);
  CHECK(heads[0].number == "1");
  CHECK(heads[0].name == "Heat");
  CHECK(heads[0].words[0] == Words{"heat", "warmth", "torridity", "make-weight", "blaze", "fire", "glow", "ardor"});
  CHECK(heads[0].words[1] == Words{"burn", "scald", "be hot"});
  CHECK(heads[0].words[2] == Words{"hot", "torrid"});
  CHECK(heads[0].words[3].empty());
  CHECK(heads[1].name == "Cold");
  // A head right below a title.
  CHECK(parse_roget("#1. Heat. -- N. heat.\n%\nA TITLE\n%\n#2. Cold. -- N. cold.\n", "roget").size() == 2);
  CHECK(heads[1].opposite == "1");
  CHECK(heads[1].words[0] == Words{"cold", "frost"});
  CHECK(heads[1].words[2] == Words{"cold", "icy"});
  CHECK(heads[2].number == "2a");
  CHECK(heads[3].words[2] == Words{"small", "little"});
}

TEST_CASE("opposing heads by marks, by the antonyms of another thesaurus, by a table") {
  const auto heads = parse_roget(text, "roget");
  CHECK(infer_opposing_heads(heads, {}, 1) == OpposingHeads{{0, 1}});
  Thesaurus other("list");
  using enum Relation;
  other.add_entry("big", std::vector<ThesaurusMember>{{other.add_word("big"), synonym, false},
                                                      {other.add_word("small"), antonym, true}});
  const std::vector<Thesaurus> thesauri{other};
  CHECK(infer_opposing_heads(heads, thesauri, 1) == OpposingHeads{{0, 1}, {2, 3}});
  CHECK(infer_opposing_heads(heads, thesauri, 2) == OpposingHeads{{0, 1}});
  const TemporaryDirectory scratch;
  const std::string table =
      scratch.put("opp.tsv", "head1\tname1\thead2\tname2\twordnet_antonym_links\n1\ta\t3\tb\t2\n2\tc\t2a\td\t1\n");
  CHECK(read_opposing_heads(table, heads, 1) == OpposingHeads{{0, 3}, {1, 2}});
  CHECK(read_opposing_heads(table, heads, 2) == OpposingHeads{{0, 3}});
  const auto check = [&](const std::string& content, const std::string& message) {
    const std::string path = scratch.put("bad.tsv", content);
    expect_error(ErrorCode::data, path + message, [&] { read_opposing_heads(path, heads, 1); });
  };
  check("head1\tother\n",
        ": its first line does not name the columns head1 and head2; give a tab-separated table with that header");
  check("head1\thead2\n1\n", ":2: 1 columns, expected 2");
  check("head1\thead2\n1\t77\n", ":2: the thesaurus has no head 77; give the table that belongs to this text");
  check("head1\thead2\twordnet_antonym_links\n1\t2\tmany\n", ":2: 'many' is no number of links");
}

TEST_CASE("an entry a head and part of speech, with the opposing head's words") {
  const auto heads = parse_roget(text, "roget");
  const Thesaurus thesaurus = roget_thesaurus(heads, {{0, 1}});
  REQUIRE(thesaurus.size() == 8);
  CHECK(thesaurus.label(2) == "1 Heat (adjective)");
  std::string members;
  for (const ThesaurusMember& member : thesaurus.members(2)) {
    CHECK(member.relation == Relation::same_head);
    members += (member.opposed ? "-" : "+") + std::string(thesaurus.words().word(member.word));
  }
  CHECK(members == "+hot+torrid-cold-icy");
  CHECK(thesaurus.members(1).size() == 3);  // verbs: the opposing head has none
}

TEST_CASE("texts that are no Roget") {
  expect_error(
      ErrorCode::data,
      "t.txt: no head such as '#1. Existence. -- N. existence, being' in it; give the text of Roget's thesaurus, for "
      "instance Project Gutenberg's e-book 22",
      [] { parse_roget("nothing here\n#x. y", "t.txt"); });
  expect_error(ErrorCode::data, "t.txt: head 1 stands twice; remove one of them",
               [] { parse_roget("#1. A. -- N. a.\n#1. B. -- N. b.\n", "t.txt"); });
  CHECK(parse_roget("#1. A [never closed. -- N. a, b {c", "t.txt").size() == 1);
}

TEST_CASE("the kind of a thesaurus is told by content") {
  const TemporaryDirectory scratch;
  const std::string roget = scratch.put("roget.txt", text), list = scratch.put("list.tsv", "big\tlarge\tsmall\n");
  const std::string mythes = scratch.put("th.dat", "UTF-8\nbig|1\n(adj)|small (antonym)\n");
  const std::string table = scratch.put("opp.tsv", "head1\thead2\n2a\t3\n");
  CHECK(thesaurus_kind("wordnet") == ThesaurusKind::wordnet);
  CHECK(thesaurus_kind(scratch.file("")) == ThesaurusKind::wordnet);
  CHECK(thesaurus_kind(roget) == ThesaurusKind::roget);
  CHECK(thesaurus_kind(list) == ThesaurusKind::list);
  CHECK(thesaurus_kind(mythes) == ThesaurusKind::mythes);
  CHECK(thesaurus_kind(table) == ThesaurusKind::opposing_heads);
  const TemporaryDirectory net;
  const std::string wordnet = write_wordnet(net, tiny_wordnet_files());
  const Thesauri all = read_thesauri(Words{roget, wordnet, list, table, mythes}, Run());
  REQUIRE(all.all.size() == 4);
  CHECK(all.all[0].name() == "roget");
  CHECK(all.all[1].name() == "wordnet");
  CHECK(all.all[2].name() == "list");
  CHECK(all.all[3].name() == "mythes");
  CHECK(all.inflections.text().find("slept") != std::string::npos);
  const auto opposed_in = [](const Thesaurus& thesaurus, std::int64_t entry) {
    std::int64_t count = 0;
    for (const ThesaurusMember& member : thesaurus.members(entry)) count += member.opposed;
    return count;
  };
  CHECK(opposed_in(all.all[0], 2) == 0);  // the table says 2a and 3, not 1 and 2
  CHECK(opposed_in(all.all[0], 6) == 2);
  const Thesauri inferred = read_thesauri(Words{roget}, Run());
  CHECK(opposed_in(inferred.all[0], 2) == 2);

  expect_error(ErrorCode::usage,
               table + ": opposing heads of a thesaurus that is not given; give the text of Roget's thesaurus too",
               [&] {
                 read_thesauri(Words{list, table}, Run());
               });
  expect_error(ErrorCode::usage, roget + ": a second text of Roget's form; give one", [&] {
    read_thesauri(Words{roget, roget}, Run());
  });
  expect_error(ErrorCode::usage, "a thesaurus cannot come from standard input; give the path of its file",
               [&] { thesaurus_kind("-"); });
  expect_error(ErrorCode::io,
               scratch.file("no.dat") +
                   ": no such file or directory; install a thesaurus such as the Debian package mythes-en-us",
               [&] { thesaurus_kind(scratch.file("no.dat")); });
}
