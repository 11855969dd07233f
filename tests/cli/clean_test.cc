// clean: what is kept, what is said about the rest, and the files that are written.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "tests/cli/pair_files.h"
#include "tests/methods/cleaning_samples.h"

namespace {

struct Spoilt {
  TemporaryDirectory directory;
  std::vector<int> wrong;
  couplet::TextPairs pairs = couplet::spoilt_corpus(280, wrong);
  std::string file, model = directory.file("m.couplet"), kept = directory.file("kept.tsv"),
                    dropped = directory.file("dropped.tsv");

  Spoilt() {
    for (const std::size_t copy : {5, 6}) {  // two pairs once more, one of them in other words' clothes
      pairs.left.push_back(pairs.left[copy]);
      pairs.right.push_back(pairs.right[copy] + (copy == 6 ? "  !" : ""));
      wrong.push_back(1);
    }
    file = directory.put("pairs.tsv", tsv_of(pairs));
  }
};

}  // namespace

TEST_CASE("clean fits, judges and writes in one go; with the saved model the same in one pass from standard input") {
  const Spoilt spoilt;
  const std::string scores = spoilt.directory.file("scores.tsv"), page = spoilt.directory.file("page.html");
  const auto rows = cells_of(succeed({"clean", spoilt.file, "-o", spoilt.kept, "--dropped", spoilt.dropped, "--scores",
                                      scores, "--page", page, "--save-model", spoilt.model}));
  CHECK(rows[0] == std::vector<std::string>{"what", "pairs", "share", "mean_probability", "share_low", "share_high"});
  const auto wrong =
      std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row[0] == "wrong, estimated"; });
  REQUIRE(wrong != rows.end());
  CHECK(std::stod(wrong->at(4)) <= std::stod(wrong->at(2)));
  CHECK(std::stod(wrong->at(5)) >= std::stod(wrong->at(2)));
  CHECK(rows[1][0] == "kept");
  const auto kept = lines_of(content_of(spoilt.kept)), dropped = lines_of(content_of(spoilt.dropped)),
             all = lines_of(content_of(spoilt.file));
  CHECK(kept.size() == std::stoul(rows[1][1]));
  CHECK(kept.size() + dropped.size() - 1 == all.size());
  CHECK(lines_of(content_of(scores)).size() == all.size() + 1);
  // The kept stand in their order and as they were; what was spoilt is mostly gone.
  std::size_t at = 0, wrong_kept = 0;
  for (const std::string& line : kept) {
    while (at < all.size() && all[at] != line) ++at;
    REQUIRE(at < all.size());
    wrong_kept += spoilt.wrong[at++];
  }
  CHECK(wrong_kept <= 10);
  CHECK(kept.size() >= 215);
  const std::string listed = content_of(spoilt.dropped);
  for (const char* reason : {"\nduplicate\t", "\nempty\t"}) CHECK(listed.find(reason) != std::string::npos);
  const std::string html = content_of(page);
  CHECK(html.find("<svg") != std::string::npos);
  CHECK(html.find("http") == html.find("http://www.w3.org"));  // nothing is fetched

  const Finished piped = run_couplet({{"clean", "-", "--model", spoilt.model, "-o", "-"}, content_of(spoilt.file)});
  CHECK(piped.code == 0);
  CHECK(piped.out == content_of(spoilt.kept));

  // filter names the same faults, and a broken rule is said where the parts are.
  const auto judged = succeed_json({"filter", spoilt.model, spoilt.file, "--each", "--min-quality", "0"});
  int empty = 0, low = 0;
  for (const auto& row : judged) {
    if (row["schema"] != "couplet.judged/1" || row["reason"].is_null()) continue;
    empty += row["reason"] == "empty";
    low += row["reason"] == "low score";
  }
  CHECK(empty > 0);
  CHECK(low == 0);
  const std::string why = succeed({"explain", spoilt.model, spoilt.pairs.left[0], ""});
  CHECK(why.find("; a rule: ") != std::string::npos);
}

TEST_CASE("two files in, two files out, line by line") {
  const Spoilt spoilt;
  std::string left, right;
  for (std::size_t i = 0; i < spoilt.pairs.left.size(); ++i) {
    left += spoilt.pairs.left[i] + "\n";
    right += spoilt.pairs.right[i] + "\n";
  }
  const std::string l = spoilt.directory.put("l.txt", left), r = spoilt.directory.put("r.txt", right),
                    lo = spoilt.directory.file("lo.txt"), ro = spoilt.directory.file("ro.txt");
  succeed({"clean", l, r, "-o", lo, "--output-right", ro, "--save-model", spoilt.model});
  const auto kept_left = lines_of(content_of(lo)), kept_right = lines_of(content_of(ro));
  CHECK(kept_left.size() == kept_right.size());
  succeed({"clean", spoilt.file, "--model", spoilt.model, "-o", spoilt.kept});
  const auto kept = lines_of(content_of(spoilt.kept));
  REQUIRE(kept.size() == kept_left.size());
  for (std::size_t i = 0; i < kept.size(); ++i) CHECK(kept[i] == kept_left[i] + "\t" + kept_right[i]);
}

TEST_CASE("an interrupted clean goes on from its checkpoint, and writes the same bytes") {
  const Spoilt spoilt;
  const TemporaryDirectory& directory = spoilt.directory;
  const TemporaryDirectory state;
  const std::string folder = state.file("state"), page = directory.file("page.html");
  const auto clean = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"clean",  spoilt.file, "-o",        spoilt.kept,
                                   "--page", page,        "--dropped", spoilt.dropped};
    words.insert(words.end(), more.begin(), more.end());
    const std::string rows = succeed(words);
    return rows + content_of(spoilt.kept) + content_of(page) + content_of(spoilt.dropped);
  };
  const std::string plain = clean({});
  CHECK(clean({"--checkpoint", folder}) == plain);
  std::vector<std::filesystem::path> models, sums;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    (entry.path().extension() == ".couplet" ? models : sums).push_back(entry.path());
  REQUIRE(models.size() == 1);
  REQUIRE(sums.size() == 1);
  const auto written = std::filesystem::last_write_time(models[0]);
  CHECK(clean({"--checkpoint", folder}) == plain);  // from what is there
  CHECK(std::filesystem::last_write_time(models[0]) == written);
  std::filesystem::resize_file(sums[0], 100);  // damaged: judged again
  CHECK(clean({"--checkpoint", folder}) == plain);
  std::filesystem::remove(sums[0]);
  CHECK(clean({"--checkpoint", folder}) == plain);
  expect_failure(directory, {"clean", "-", "--model", models[0].string(), "-o", spoilt.kept, "--checkpoint", folder}, 2,
                 "--checkpoint: - can be read only once; give a file");
}

TEST_CASE("clean takes scores from elsewhere and a few labels") {
  const Spoilt spoilt;
  std::string tsv;
  for (std::size_t i = 0; i < spoilt.pairs.left.size(); ++i)
    tsv += spoilt.pairs.left[i] + "\t" + spoilt.pairs.right[i] + "\t" + (spoilt.wrong[i] ? "0.2" : "0.8") + "\t" +
           (i % 2             ? ""
            : spoilt.wrong[i] ? "0"
                              : "1") +
           "\n";
  const std::string file = spoilt.directory.put("scored.tsv", tsv);
  succeed({"clean", file, "-o", spoilt.kept, "--outside", "3", "--label", "4", "--save-model", spoilt.model});
  const auto kept = lines_of(content_of(spoilt.kept));
  CHECK(kept.size() > 200);
  const auto bad = std::count_if(kept.begin(), kept.end(),
                                 [](const std::string& line) { return line.find("\t0.2\t") != std::string::npos; });
  CHECK(bad <= 5);
  succeed({"clean", spoilt.file, "-o", spoilt.kept, "--save-model", spoilt.directory.file("plain.couplet")});
  expect_failure(spoilt.directory,
                 {"clean", file, "-o", spoilt.kept, "--outside", "3", "--columns", "1,2", "--model",
                  spoilt.directory.file("plain.couplet")},
                 2,
                 "--outside: " + spoilt.directory.file("plain.couplet") +
                     " was fitted without such scores; fit it with --outside, or leave it out here");
}

TEST_CASE("clean learns other languages from a list, and says which one a text is in") {
  const Spoilt spoilt;
  std::string list;
  for (const std::string& text : spoilt.pairs.left)
    list += "mirrored\t" + std::string(text.rbegin(), text.rend()) + "\n";
  const std::string file = spoilt.directory.put("languages.tsv", list);
  succeed({"clean", spoilt.file, "-o", spoilt.kept, "--languages", file, "--save-model", spoilt.model});
  const std::string &left = spoilt.pairs.left[1], &right = spoilt.pairs.right[1];
  const std::string wrong(left.rbegin(), left.rend()), reason = "nats a letter; a rule: 0.1 is too much: mirrored";
  CHECK(succeed({"explain", spoilt.model, wrong, right, "--top", "40"}).find(reason) != std::string::npos);
  CHECK(succeed({"explain", spoilt.model, left, right, "--top", "40"}).find(reason) == std::string::npos);
  expect_failure(spoilt.directory,
                 {"clean", spoilt.file, "-o", spoilt.kept, "--languages", file, "--model", spoilt.model}, 2,
                 "--languages: no model is fitted with --model; leave one of them out");
}

TEST_CASE("clean says what it cannot do") {
  const Spoilt spoilt;
  const TemporaryDirectory& directory = spoilt.directory;
  expect_failure(directory, {"clean", spoilt.file}, 2,
                 "--output: where to write the kept pairs is not said; add -o CLEAN.tsv");
  expect_failure(
      directory, {"clean", "-", "-o", spoilt.kept}, 2,
      "standard input: can be read once only, and a cleaner is fitted before it judges; give a file, or --model MODEL");
  const std::string few = directory.put("few.tsv", "a\tb\nc\td\n");
  expect_failure(
      directory, {"clean", few, "-o", spoilt.kept}, 3,
      few + ": 2 different pairs are too few to learn from; give at least 30, or a model that was fitted on more");
}
