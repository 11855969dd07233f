// Every option of every verb in every mode: it changes the answer, or it is refused. None is silently ignored.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "couplet/base/random.h"
#include "couplet/tasks/registry.h"
#include "tests/cli/pair_files.h"

namespace {

using Arguments = std::vector<std::string>;

/// One way to use a verb, and for each of its options a value that must make a difference there.
struct Mode {
  Arguments arguments;
  std::map<std::string, std::string> used;
};

/// They say something about the data that is true of ours already; what they do is tested with the readers.
bool is_about_bad_data(const std::string& option) { return option == "on-bad-line" || option == "no-header"; }

/// All that the program gave, but the names of files.
std::string outcome(const Arguments& arguments, const TemporaryDirectory& directory) {
  const Finished run = run_couplet(arguments);
  std::string all = std::to_string(run.code) + run.out + run.err;
  for (const char* file : {"written", "dropped", "picture.svg"}) {
    const std::string path = directory.file(file);
    if (std::filesystem::exists(path)) all += content_of(path);
    std::filesystem::remove(path);
  }
  return all;
}

void check_mode(const Mode& mode, const TemporaryDirectory& directory) {
  const auto tasks = couplet::all_tasks();
  const auto task =
      std::find_if(tasks.begin(), tasks.end(), [&](const auto& t) { return t.name == mode.arguments[0]; });
  REQUIRE(task != tasks.end());
  const std::string usual = outcome(mode.arguments, directory);
  CHECK_MESSAGE(usual.starts_with("0"), usual);
  for (const couplet::Parameter& parameter : task->parameters) {
    const std::string option = "--" + parameter.name;
    if (std::find(mode.arguments.begin(), mode.arguments.end(), option) != mode.arguments.end()) continue;
    if (is_about_bad_data(parameter.name)) continue;
    CAPTURE(mode.arguments);
    CAPTURE(option);
    Arguments with = mode.arguments;
    with.push_back(option);
    const auto value = mode.used.find(parameter.name);
    if (parameter.type != couplet::ParameterType::flag)
      with.push_back(value != mode.used.end()                         ? value->second
                     : !parameter.choices.empty()                     ? parameter.choices.back()
                     : parameter.type == couplet::ParameterType::text ? "1"
                     : parameter.type == couplet::ParameterType::file ? mode.arguments[1]
                                                                      : "1");
    if (value != mode.used.end())
      CHECK(outcome(with, directory) != usual);
    else
      CHECK(run_couplet(with).code == 2);
  }
}

}  // namespace

TEST_CASE("every option of every verb does something in every mode, or is refused") {
  const TemporaryDirectory directory;
  const couplet::TextPairs pairs = couplet::topic_texts(60, 6);
  std::string judged, lists, questions;
  for (std::size_t i = 0; i < 60; ++i) {
    judged += pairs.left[i] + "\t" + pairs.right[i * 7 % 60] + "\t" +
              std::to_string(i >= 55 || (i < 50 && i % 3 == 0)) + "\tq" + std::to_string(i / 5) + "\t" +
              std::to_string(i % 11) + "\n";
    if (i > 3 && i < 50) lists += fmt::format("{}\t{}\t{}\t{}\n", i, i, i + 1, i - 3);
  }
  const std::string tsv = directory.put("pairs.tsv", tsv_of(pairs)), gold = directory.put("judged.tsv", judged),
                    of_lists = directory.put("lists.tsv", lists),
                    left = directory.put("left.txt", lines_of_side(pairs.left)),
                    right = directory.put("right.txt", lines_of_side(pairs.right)), model = directory.file("m.couplet"),
                    other = directory.file("n.couplet"), words = directory.file("w.couplet"),
                    trigrams = directory.file("t.couplet"), prepared = directory.file("p.index"),
                    written = directory.file("written");
  succeed({"fit", "phsic", tsv, "--encoder", "lsa:8", "-o", model});
  succeed({"fit", "phsic", tsv, "--encoder", "lsa:3", "-o", other});
  succeed({"fit", "sgns", left, right, "--dimensions", "8", "--min-count", "1", "-o", words});
  succeed({"fit", "ngram", left, "-o", trigrams});
  succeed({"index", model, right, "-o", prepared});
  const std::map<std::string, std::string> columns = {{"columns", "2,1"}, {"format", "jsonl"}, {"header", ""}};
  const auto with = [](std::map<std::string, std::string> some, const std::map<std::string, std::string>& more) {
    some.insert(more.begin(), more.end());
    return some;
  };
  const std::map<std::string, std::string> intervals = {{"resamples", "50"}, {"level", "0.5"}};
  const auto evaluated = with(with(columns, intervals), {{"min", "auc=2"}});
  const std::string text = pairs.left[0], word = text.substr(0, text.find(' ')),
                    second = text.substr(text.find(' ') + 1, text.find(' ', text.find(' ') + 1) - text.find(' ') - 1);
  const std::string third = pairs.left[1].substr(0, pairs.left[1].find(' '));
  const std::vector<Mode> modes = {
      {{"score", model, tsv}, columns},
      {{"score", trigrams, left}, {{"words", ""}, {"columns", "2"}, {"format", "jsonl"}, {"header", ""}}},
      {{"rank", model, left, "--among", right},
       {{"top", "2"},
        {"side", "right"},
        {"margin", "3"},
        {"index", "nonsense"},
        {"with", other},
        {"columns", "2"},
        {"format", "jsonl"},
        {"header", ""}}},
      {{"rank", model, tsv, "--lists", of_lists}, with(columns, {{"top", "2"}, {"with", other}})},
      {{"rank", model, gold, "--columns", "1,2", "--group", "4"},
       {{"top", "2"}, {"with", other}, {"format", "jsonl"}, {"header", ""}}},
      {{"eval", model, tsv, "--lists", of_lists}, with(evaluated, {{"at", "2"}})},
      {{"eval", model, gold, "--columns", "1,2", "--label", "3"},
       with(evaluated, {{"threshold", "0"}, {"group", "4"}, {"positive", "0"}})},
      {{"eval", model, gold, "--columns", "1,2", "--label", "3", "--group", "4"},
       with(evaluated,
            {{"at", "2"}, {"relevant", "0"}, {"unanswered", "count"}, {"all-right", "skip"}, {"positive", "0"}})},
      {{"eval", model, gold, "--columns", "1,2", "--value", "5"}, evaluated},
      {{"eval", model, tsv, "--retrieval"}, with(evaluated, {{"margin", "3"}})},
      {{"eval", trigrams, right, "--perplexity"},
       with(intervals, {{"min", "auc=2"}, {"columns", "2"}, {"format", "jsonl"}, {"header", ""}})},
      {{"compare", model, other, tsv, "--lists", of_lists},
       with(with(columns, intervals), {{"at", "2"}, {"adjust", "bonferroni"}})},
      {{"compare", model, other, gold, "--columns", "1,2", "--label", "3", "--group", "4", "--adjust", "holm"},
       with(intervals, {{"at", "2"},
                        {"relevant", "0"},
                        {"unanswered", "count"},
                        {"all-right", "skip"},
                        {"positive", "0"},
                        {"format", "jsonl"},
                        {"header", ""}})},
      {{"search", words, word}, {{"top", "2"}, {"opposites", ""}, {"axis", second}, {"odd-one-out", ""}}},
      {{"search", words, word + ":" + second + "::" + word + ":?"},
       {{"top", "2"}, {"analogy", "mul"}, {"opposites", ""}, {"axis", second}, {"odd-one-out", ""}}},
      {{"search", words, word, second, third, "--odd-one-out"}, {}},
      {{"words", words}, {{"top", "2"}}},
      {{"map", words}, {{"top", "2"}, {"layout", "neighbours"}}},
      {{"map", model, left, right}, {{"layout", "neighbours"}, {"columns", "2"}, {"format", "jsonl"}, {"header", ""}}},
      {{"explain", model, pairs.left[0], pairs.right[0]}, {{"top", "1"}}},
      {{"complete", trigrams, word + " _____ " + second}, {{"top", "3"}}},
      {{"filter", model, tsv, "--keep-fraction", "0.5", "--output", written},
       with(columns, {{"keep-best", "3"},
                      {"min-z", "1"},
                      {"min-quality", "0"},
                      {"length-weight", "9"},
                      {"each", ""},
                      {"dropped", directory.file("dropped")},
                      {"picture", directory.file("picture.svg")}})},
      {{"embed", model, left},
       {{"side", "right"}, {"output", written}, {"columns", "2"}, {"format", "jsonl"}, {"header", ""}}},
      {{"mine", model, left, right},
       {{"margin", "0"},
        {"threshold", "3"},
        {"gold", of_lists},
        {"aligned", ""},
        {"columns", "2"},
        {"format", "jsonl"},
        {"header", ""}}},
      {{"mine", model, left, right, "--aligned"},
       with(intervals, {{"margin", "0"},
                        {"threshold", "3"},
                        {"gold", of_lists},
                        {"columns", "2"},
                        {"format", "jsonl"},
                        {"header", ""}})},
      {{"index", model, right, "--output", written},
       {{"side", "left"}, {"index", "hnsw:m=4"}, {"columns", "2"}, {"format", "jsonl"}, {"header", ""}}},
      {{"convert", words, "--output", written, "--to", "word2vec"}, {{"from", "npy"}}},
      {{"convert", trigrams, "--output", written, "--to", "arpa"}, {}},
  };
  for (const Mode& mode : modes) check_mode(mode, directory);
}

namespace {

/// Texts of words drawn at random: nothing in them belongs together, so that every option changes what is found.
std::string random_texts(std::uint64_t seed) {
  constexpr const char* words[] = {"stone", "stones", "river", "rivers", "walk", "walking", "caf\xC3\xA9",
                                   "cafe",  "the",    "of",    "house",  "tree", "trees",   "light"};
  couplet::Random random(seed);
  std::string lines;
  for (int text = 0; text < 24; ++text) {
    for (int word = 0; word < 7; ++word) lines += std::string(word ? " " : "") + words[random.below(std::ssize(words))];
    lines += "\n";
  }
  return lines;
}

}  // namespace

TEST_CASE("options of match") {
  const TemporaryDirectory directory;
  const std::string left = directory.put("left.txt", random_texts(1)),
                    right = directory.put("right.txt", random_texts(2)),
                    alike = directory.put("alike.txt", "one text more\n" + random_texts(1)),  // the surface speaks
      clash = directory.put("clash.tsv", "0\t5\n"), seeds = directory.put("seeds.tsv", "0\t3\n5\t1\n9\t9\n"),
                    written = directory.file("written"), picture = directory.file("picture.svg");
  const std::vector<std::string> rows = made_arrays(directory, 20, 3);
  std::string partners;  // of one object, nearly all
  for (int row = 0; row < 20; ++row) partners += fmt::format("4\t{}\n", row);
  const std::string forbidden = directory.put("forbidden.tsv", partners);
  const std::map<std::string, std::string> shown = {{"min-confidence", "1"},
                                                    {"one-to-many", "0.02"},
                                                    {"explain", "3"},
                                                    {"output", written}},
                                           of_texts = {{"texts", ""},          {"text", "nfkc,lower,chars:2"},
                                                       {"stemmer", "english"}, {"stop-words", "top:2"},
                                                       {"romanise", "on"},     {"weighting", "tf=raw,idf=none"},
                                                       {"columns", "2"},       {"format", "jsonl"},
                                                       {"header", ""}};
  const auto with = [](std::map<std::string, std::string> some, const std::map<std::string, std::string>& more) {
    some.insert(more.begin(), more.end());
    return some;
  };
  const auto of_match = with(shown, of_texts);
  const std::vector<Mode> modes = {
      {{"match", left, alike},
       with(of_match,
            {{"method", "ks"}, {"seeds", seeds}, {"forbidden", forbidden}, {"surface", "off"}, {"neighbours", "3"}})},
      {{"match", left, alike, "--explain", "3"},
       {{"top", "1"},
        {"method", "ks"},
        {"seeds", seeds},
        {"forbidden", forbidden},
        {"surface", "off"},
        {"neighbours", "3"},
        {"text", "nfkc,lower,chars:2"},
        {"stemmer", "english"},
        {"stop-words", "top:2"},
        {"romanise", "on"},
        {"weighting", "tf=raw,idf=none"},
        {"columns", "2"},
        {"format", "jsonl"},
        {"header", ""}}},
      {{"match", left, right, "--method", "s-z", "--seeds", seeds, "--powers", "0.5:1:0.5"},
       with(of_match, {{"step", "9"},
                       {"grow-until", "0.5"},
                       {"sureness", "weight"},
                       {"starts", "principal"},
                       {"neighbours", "3"},
                       {"accept", clash},
                       {"forbidden", forbidden},
                       {"picture", picture}})},
      {{"match", left, right, "--method", "mcca", "--seeds", seeds},
       with(of_match, {{"accept", clash}, {"as-published", ""}})},
      {{"match", rows[0], rows[1], "--kernel", "linear", "--negative", "shift"},
       with(shown, {{"method", "ks"}, {"seeds", seeds}, {"forbidden", forbidden}, {"gram", ""}})},
  };
  for (const Mode& mode : modes) check_mode(mode, directory);
}

TEST_CASE("options of classify, report and plot") {
  const TemporaryDirectory directory;
  const couplet::TextPairs pairs = couplet::topic_texts(60, 6);
  std::string labelled, gold;
  for (std::size_t i = 0; i < 60; ++i) {
    labelled += fmt::format("{}\t{}\n", i == 0 ? "odd" : i * i % 7 < 3 ? "low" : "high", pairs.left[i]);
    gold += fmt::format("{}\t{}\n", i * i % 5 < 3 ? "low" : "high", pairs.right[i * 7 % 60]);
  }
  const std::string tsv = directory.put("pairs.tsv", tsv_of(pairs)), known = directory.put("known.tsv", labelled),
                    judged = directory.put("judged.tsv", gold),
                    fresh = directory.put("new.txt", lines_of_side(pairs.right)),
                    table = directory.put("table.csv", ",a,b,c,d\nx,3,1,0,4\ny,1,5,2,0\nz,0,2,6,1\nw,4,0,1,7\n"),
                    rows = directory.put("rows.csv", ",a,b,c,d\nnew,1,1,2,2\n"),
                    columns = directory.put("columns.csv", ",e\nx,1\ny,2\nz,3\nw,4\n"),
                    model = directory.file("m.couplet"), map = directory.file("c.couplet"),
                    picture = directory.file("picture.svg");
  succeed({"fit", "phsic", tsv, "--encoder", "lsa:8", "-o", model});
  succeed({"fit", "ca", table, "-o", map});
  const std::map<std::string, std::string> of_labels = {
      {"columns", "2,1"}, {"format", "jsonl"}, {"header", ""}, {"side", "right"}, {"new-side", "left"}};
  const auto with = [](std::map<std::string, std::string> some, const std::map<std::string, std::string>& more) {
    some.insert(more.begin(), more.end());
    return some;
  };
  const std::vector<Mode> modes = {
      {{"classify", model, known, fresh, "--neighbours", "9"}, with(of_labels, {{"by", "linear"}, {"check", ""}})},
      {{"classify", model, known, fresh, "--by", "linear"}, with(of_labels, {{"cost", "0.001"}, {"check", ""}})},
      {{"classify", model, known, judged, "--check"},
       with(of_labels, {{"by", "linear"}, {"neighbours", "9"}, {"resamples", "50"}, {"level", "0.5"}})},
      {{"report", map}, {}},
      {{"report", map, "rows"}, {{"axes", "1"}, {"extra-rows", rows}}},
      {{"report", map, "columns"}, {{"axes", "1"}, {"extra-columns", columns}}},
      {{"report", map, "cells"}, {{"top", "2"}}},
      {{"report", map, "tests"}, {}},
      {{"report", model, "random"}, {}},
      {{"plot", map, "--output", picture},
       {{"map", "rows"},
        {"points", "rows"},
        {"names", "eyes,hair"},
        {"plane", "2,1"},
        {"labels", "2"},
        {"title", "Mine"},
        {"extra-rows", rows},
        {"extra-columns", columns}}},
  };
  for (const Mode& mode : modes) check_mode(mode, directory);
}

TEST_CASE("texts are never guessed among more columns than two: one line that lists them") {
  const TemporaryDirectory directory;
  const std::string model = directory.file("m.couplet"),
                    pairs = directory.put("train.tsv", tsv_of(couplet::topic_texts(60))),
                    judged = directory.put("judged.tsv",
                                           "genre\tfile\tscore\ts1\ts2\nnews\tf1\t1\tt0w0 t0w1\tt0w1 t0w2\n"
                                           "news\tf2\t0\tt0w0 t0w1\tt1w1 t1w2\n");
  succeed({"fit", "phsic", pairs, "--encoder", "lsa:8", "-o", model});
  const std::string which = judged +
                            ":1: 4 columns could be the texts: genre, file, s1, s2; say which with --columns, "
                            "like --columns 1,2";
  for (const char* option : {"--label", "--value"}) {
    expect_failure(directory, {"eval", model, judged, option, "score"}, 2, which);
    expect_failure(directory, {"compare", model, model, judged, option, "score"}, 2, which);
  }
  expect_failure(directory, {"fit", "rewriting", judged, "--label", "score", "-o", directory.file("r.couplet")}, 2,
                 which);
  CHECK(run_couplet({"eval", model, judged, "--columns", "s1,s2", "--label", "score"}).code == 0);
  // Fewer and more columns than two texts need.
  expect_failure(directory, {"eval", model, judged, "--header", "--label", "3", "--columns", "4"}, 2,
                 "--columns: \"4\" names one column, expected two; use --columns 1,2");
  expect_failure(directory, {"rank", model, judged, "--header", "--group", "1", "--columns", "4"}, 2,
                 "--columns: \"4\" names one column, expected two; use --columns 1,2");
  expect_failure(directory, {"eval", model, judged, "--header", "--label", "3", "--columns", "1,4,5"}, 2,
                 "--columns: \"1,4,5\" names 3 columns, expected 2; name the texts' columns; other options name the "
                 "others");
  // A header that would be read as a pair.
  expect_failure(directory, {"score", model, judged, "--columns", "4,5"}, 3,
                 judged +
                     ":1: looks like a header: genre, file, score, s1, s2; say --header if it names the columns, "
                     "--no-header if it is data");
  CHECK(run_couplet({"score", model, judged, "--columns", "4,5", "--header"}).code == 0);
  CHECK(cells_of(run_couplet({"score", model, judged, "--columns", "4,5", "--no-header"}).out).size() == 4);
}

TEST_CASE("questions without a right candidate, and those where all are right, are counted and chosen by option") {
  const TemporaryDirectory directory;
  const std::string gold = directory.put("gold.tsv",
                                         "a\tb\t1\tq1\na\tc\t0\tq1\n"    // a question as usual
                                         "a\td\t0\tq2\na\te\t0\tq2\n"    // nothing right
                                         "a\tf\t1\tq3\na\tg\t1\tq3\n"),  // all right
      scores = directory.put("scores.txt", "1\n2\n1\n2\n1\n2\n");
  const auto value = [&](const std::string& metric, std::vector<std::string> more) {
    std::vector<std::string> all = {"eval", scores, gold, "--label", "3", "--group", "4", "--columns", "1,2"};
    all.insert(all.end(), more.begin(), more.end());
    for (const auto& row : cells_of(succeed(all)))
      if (row[0] == metric) return std::stod(row[1]);
    return -1.0;
  };
  CHECK(value("unanswered", {}) == 1);
  CHECK(value("all-right", {}) == 1);
  CHECK(value("map", {}) == doctest::Approx((0.5 + 1) / 2));
  CHECK(value("map", {"--unanswered", "count"}) == doctest::Approx((0.5 + 1) / 3));
  CHECK(value("map", {"--all-right", "skip"}) == doctest::Approx(0.5));
  CHECK(value("map", {"--all-right", "skip", "--unanswered", "count"}) == doctest::Approx(0.25));
}
