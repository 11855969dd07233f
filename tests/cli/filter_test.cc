// filter: what is kept, in which order, and what is said about the rest.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <numeric>

#include "tests/cli/pair_files.h"

namespace {

/// A model, and pairs to filter: a third of them have a wrong partner.
struct Noisy {
  TemporaryDirectory directory;
  couplet::TextPairs pairs = couplet::topic_texts(300, 5);
  std::string model = directory.file("m.couplet");

  Noisy() {
    succeed({"fit", "phsic", directory.put("train.tsv", tsv_of(couplet::topic_texts(600))), "--encoder", "lsa:8", "-o",
             model});
    for (std::size_t i = 0; i + 3 < pairs.right.size(); i += 3) std::swap(pairs.right[i], pairs.right[i + 3]);
  }
};

/// The lines of the whole that stand in the part, in order; the test fails when a line of the part is missing or out of
/// order.
std::vector<std::size_t> places_of(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  std::vector<std::size_t> places;
  std::size_t at = 0;
  for (const std::string& line : part) {
    while (at < whole.size() && whole[at] != line) ++at;
    REQUIRE(at < whole.size());
    places.push_back(at++);
  }
  return places;
}

/// Summary rows: what -> pairs.
std::map<std::string, int> counts_of(const std::string& summary) {
  std::map<std::string, int> counts;
  const auto cells = cells_of(summary);
  CHECK(cells[0] == std::vector<std::string>{"what", "pairs", "share", "mean_quality", "mean_z"});
  for (std::size_t i = 1; i < cells.size(); ++i) counts[cells[i][0]] = std::stoi(cells[i][1]);
  return counts;
}

}  // namespace

TEST_CASE("filter keeps the best in their order, byte for byte, and the dropped with reasons") {
  const Noisy noisy;
  const TemporaryDirectory& directory = noisy.directory;
  // A header, more columns than two, and odd bytes in the others.
  std::string tsv = "id\tleft\tnote\tright\n";
  for (std::size_t i = 0; i < 300; ++i)
    tsv += fmt::format("{}\t{}\t \"n\u00e9{}\\ \t{}\n", i, noisy.pairs.left[i], i, noisy.pairs.right[i]);
  const std::string input = directory.put("in.tsv", tsv), kept = directory.file("kept.tsv"),
                    dropped = directory.file("dropped.tsv");
  const auto counts = counts_of(succeed({"filter", noisy.model, input, "--columns", "left,right", "--keep-fraction",
                                         "0.6", "-o", kept, "--dropped", dropped}));
  const auto kept_lines = lines_of(content_of(kept)), all_lines = lines_of(tsv);
  CHECK(counts.at("kept") == 180);
  CHECK(counts.at("dropped") == 120);
  REQUIRE(kept_lines.size() == 181);
  CHECK(kept_lines[0] == all_lines[0]);
  const auto kept_places = places_of(kept_lines, all_lines);

  const auto rows = cells_of(content_of(dropped));
  REQUIRE(rows.size() == 121);
  CHECK(rows[0] == std::vector<std::string>{"reason", "quality", "score", "z", "length", "pair"});
  std::map<std::string, int> reasons;
  std::vector<std::string> dropped_lines;
  for (const std::string& line : lines_of(content_of(dropped))) {
    std::size_t at = 0;
    for (int column = 0; column < 5; ++column) at = line.find('\t', at) + 1;
    dropped_lines.push_back(line.substr(at));
    ++reasons["dropped: " + line.substr(0, line.find('\t'))];
  }
  dropped_lines.erase(dropped_lines.begin());
  reasons.erase("dropped: reason");
  const auto dropped_places = places_of(dropped_lines, all_lines);
  CHECK(kept_places.size() + dropped_places.size() == all_lines.size());
  int total = 0;
  for (const auto& [reason, count] : reasons) {
    CHECK(counts.at(reason) == count);
    total += count;
  }
  CHECK(total == 120);
  // Most of what goes is what was swapped.
  int swapped = 0;
  for (const std::size_t place : dropped_places) swapped += (place - 1) % 3 == 0;
  CHECK(swapped > 75);
}

TEST_CASE("filter of two files, of JSON Lines, and of a file without end of line") {
  const Noisy noisy;
  const TemporaryDirectory& directory = noisy.directory;
  const std::string kept = directory.file("kept");
  const std::string tsv = tsv_of(noisy.pairs), one = directory.put("in.tsv", tsv);
  succeed({"filter", noisy.model, one, "--keep-best", "50", "-o", kept});
  const std::string from_one = content_of(kept);
  CHECK(lines_of(from_one).size() == 50);
  succeed({"filter", noisy.model, directory.put("l", lines_of_side(noisy.pairs.left)),
           directory.put("r", lines_of_side(noisy.pairs.right)), "--keep-best", "50", "-o", kept});
  CHECK(content_of(kept) == from_one);
  succeed({"filter", noisy.model, directory.put("cut.tsv", tsv.substr(0, tsv.size() - 1)), "--keep-best", "50", "-o",
           kept});
  CHECK(content_of(kept) == from_one);

  std::string jsonl;
  for (std::size_t i = 0; i < 300; ++i)
    jsonl += fmt::format(R"({{"id": {}, "right":"{}",  "left": "{}"}})"
                         "\n",
                         i, noisy.pairs.right[i], noisy.pairs.left[i]);
  succeed({"filter", noisy.model, directory.put("in.jsonl", jsonl), "--keep-best", "50", "-o", kept});
  const auto places = places_of(lines_of(content_of(kept)), lines_of(jsonl));
  CHECK(places == places_of(lines_of(from_one), lines_of(tsv)));
}

TEST_CASE("filter by z and by quality keeps exactly what score and the dropped file say") {
  const Noisy noisy;
  const TemporaryDirectory& directory = noisy.directory;
  const std::string input = directory.put("in.tsv", tsv_of(noisy.pairs)), kept = directory.file("kept"),
                    dropped = directory.file("dropped");
  int above = 0;
  for (const auto& object : succeed_json({"score", noisy.model, input})) above += object.at("z").get<double>() >= 1.0;
  CHECK(counts_of(succeed({"filter", noisy.model, input, "--min-z", "1", "-o", kept})).at("kept") == above);
  CHECK(above > 100);
  CHECK(above < 290);

  const auto counts =
      counts_of(succeed({"filter", noisy.model, input, "--min-quality", "-1.5", "-o", kept, "--dropped", dropped}));
  CHECK(counts.at("kept") + counts.at("dropped") == 300);
  const auto rows = cells_of(content_of(dropped));
  CHECK(rows.size() == static_cast<std::size_t>(counts.at("dropped")) + 1);
  for (std::size_t i = 1; i < rows.size(); ++i) CHECK(std::stod(rows[i][1]) <= -1.5 + 1e-3);
  CHECK(counts_of(succeed({"filter", noisy.model, input, "--keep-best", "0", "-o", kept})).at("kept") == 0);
  CHECK(content_of(kept).empty());
  CHECK(counts_of(succeed({"filter", noisy.model, input, "--keep-fraction", "1", "-o", kept})).at("kept") == 300);
  CHECK(content_of(kept) == tsv_of(noisy.pairs));
}

TEST_CASE("of equal pairs the first ones are kept, exactly as many as asked for") {
  const Noisy noisy;
  const std::string kept = noisy.directory.file("kept");
  std::string tsv;
  for (int i = 0; i < 10; ++i)
    tsv += noisy.pairs.left[1] + "\t" + noisy.pairs.right[1] + "\t" + std::to_string(i) + "\n";
  succeed(
      {"filter", noisy.model, noisy.directory.put("in.tsv", tsv), "--columns", "1,2", "--keep-best", "4", "-o", kept});
  CHECK(content_of(kept) ==
        tsv.substr(0, tsv.find("\t4\n") - noisy.pairs.left[1].size() - noisy.pairs.right[1].size() - 1));
}

TEST_CASE("pairs that cannot be scored are dropped, and a partner cut short is called so") {
  const Noisy noisy;
  const TemporaryDirectory& directory = noisy.directory;
  const std::string known_left = noisy.pairs.left[1], known_right = noisy.pairs.right[1];
  const std::string tsv = "xyzzy\t" + known_right + "\n" + known_left + "\tplugh\n" + known_left + "\t" + known_right +
                          "\n" + known_left + "\tr1w1\n";
  const std::string dropped = directory.file("dropped");
  const auto counts = counts_of(succeed({"filter", noisy.model, directory.put("in.tsv", tsv), "--keep-fraction", "0.25",
                                         "--length-weight", "2", "-o", directory.file("kept"), "--dropped", dropped}));
  CHECK(counts.at("kept") == 1);
  CHECK(counts.at("dropped") == 3);
  CHECK(counts.at("dropped: left unknown") == 1);
  CHECK(counts.at("dropped: right unknown") == 1);
  CHECK(counts.at("dropped: right too short") == 1);
  CHECK(content_of(directory.file("kept")) == known_left + "\t" + known_right + "\n");
  const auto rows = cells_of(content_of(dropped));
  for (std::size_t column = 1; column <= 3; ++column) CHECK(rows[1][column].empty());  // no score: an empty field
  CHECK_FALSE(rows[3][1].empty());
}

TEST_CASE("the picture is an SVG; when a file cannot be written none is") {
  const Noisy noisy;
  const TemporaryDirectory& directory = noisy.directory;
  const std::string input = directory.put("in.tsv", tsv_of(noisy.pairs)), kept = directory.file("kept"),
                    picture = directory.file("p.svg");
  succeed({"filter", noisy.model, input, "--keep-best", "200", "-o", kept, "--picture", picture});
  const std::string svg = content_of(picture);
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(svg.ends_with("</svg>\n"));
  CHECK(svg.find(">kept: 200<") != std::string::npos);
  CHECK(svg.find(">dropped: 100<") != std::string::npos);
  // Tags open and close in pairs.
  std::vector<std::string> open;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    const std::string tag = svg.substr(at + 1, svg.find('>', at) - at - 1), name = tag.substr(0, tag.find(' '));
    if (tag.ends_with('/')) continue;
    if (tag.starts_with('/')) {
      REQUIRE_FALSE(open.empty());
      CHECK("/" + open.back() == tag);
      open.pop_back();
    } else {
      open.push_back(name);
    }
  }
  CHECK(open.empty());

  const std::string nowhere = directory.file("no/such/p.svg");
  expect_failure(
      directory,
      {"filter", noisy.model, input, "--keep-best", "200", "-o", directory.file("new"), "--picture", nowhere}, 6,
      nowhere + ": cannot create: No such file or directory");
  expect_failure(
      directory,
      {"filter", noisy.model, input, "--keep-best", "200", "-o", directory.file("new"), "--dropped", nowhere}, 6,
      nowhere + ": cannot create: No such file or directory");
}

TEST_CASE("filter: what makes no sense") {
  const Noisy noisy;
  const TemporaryDirectory& directory = noisy.directory;
  const std::string input = directory.put("in.tsv", tsv_of(noisy.pairs)), kept = directory.file("kept");
  const std::string rules = "give one of --keep-fraction X, --keep-best N, --min-z X and --min-quality X";
  expect_failure(directory, {"filter", noisy.model, input, "-o", kept}, 2, "how much to keep is not said; " + rules);
  expect_failure(directory, {"filter", noisy.model, input, "-o", kept, "--min-z", "1", "--keep-best", "3"}, 2,
                 "more than one rule says how much to keep; " + rules);
  expect_failure(directory, {"filter", noisy.model, input, "-o", kept, "--keep-fraction", "80"}, 2,
                 "--keep-fraction: not between 0 and 1; 0.8 keeps the best 80 %");
  expect_failure(directory, {"filter", noisy.model, input, "--keep-best", "3"}, 2,
                 "--output: where to write the kept pairs is not said; add -o KEPT.tsv");
  expect_failure(directory, {"filter", noisy.model, "-", "--keep-best", "3", "-o", kept}, 2,
                 "standard input: filter reads its pairs twice; give a file");
  expect_failure(
      directory, {"filter", noisy.model, input, "--keep-best", "3", "-o", kept, "--picture", "p.png"}, 2,
      "--picture: pictures are SVG, and 'p.png' does not end in .svg; write p.svg, then run: rsvg-convert -f "
      "png -o p.png p.svg");
}

TEST_CASE("filter ends its lines as the file does") {
  const Noisy noisy;
  const TemporaryDirectory& directory = noisy.directory;
  std::string tsv = "left\tright\r\n";
  for (std::size_t i = 0; i < 300; ++i) tsv += noisy.pairs.left[i] + "\t" + noisy.pairs.right[i] + "\r\n";
  const std::string kept = directory.file("kept.tsv"), dropped = directory.file("dropped.tsv");
  succeed({"filter", noisy.model, directory.put("in.tsv", tsv), "--header", "--keep-fraction", "0.6", "-o", kept,
           "--dropped", dropped});
  const auto kept_lines = lines_of(content_of(kept));  // split at \n, so \r is seen
  CHECK(places_of(kept_lines, lines_of(tsv)).size() == 181);
  CHECK(kept_lines[0] == "left\tright\r");
  const auto dropped_lines = lines_of(content_of(dropped));
  REQUIRE(dropped_lines.size() == 121);
  for (const std::string& line : dropped_lines) CHECK(line.ends_with('\r'));
}
