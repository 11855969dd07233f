// A program that uses the library: score_pair PAIRS LEFT RIGHT fits a model on pairs that it has in memory, scores one
// more pair and says why.
#include <cstdio>
#include <exception>
#include <fstream>

#include "couplet/couplet.h"

namespace {

/// Prints the word pairs behind a score, as they come.
class PrintedReasons : public couplet::RowSink {
 public:
  void begin(std::string_view, std::span<const couplet::Column>) override {}
  void row(std::span<const couplet::Cell> cells) override {
    const auto text = [&](int i) { return std::string(std::get<std::string_view>(cells[i])); };
    std::printf("%s\t%s\t%s\t%.3g\n", text(0).c_str(), text(1).c_str(), text(2).c_str(), std::get<double>(cells[3]));
  }
};

}  // namespace

int main(int count, char** words) try {
  if (count != 4) throw couplet::Error(couplet::ErrorCode::usage, "", "usage: score_pair PAIRS LEFT RIGHT");
  std::vector<std::string> left, right;
  std::ifstream file(words[1]);
  for (std::string line; std::getline(file, line);) {
    left.push_back(line.substr(0, line.find('\t')));
    right.push_back(line.substr(line.find('\t') + 1));
  }
  const couplet::Run run;  // all threads, no progress
  couplet::Fitted fitted = couplet::fit("phsic", couplet::pairs_in_memory(left, right), {{"whiten", "0.2"}}, run);
  const couplet::LoadedModel model("pairs", std::move(fitted.model));

  couplet::CollectedRows scores;
  couplet::score(model, couplet::pairs_in_memory({words[2]}, {words[3]}), {}, scores, run);

  // The same from the vectors of the two texts.
  const auto& embedder = model.require<couplet::EmbedsSides>();
  const couplet::Embedded query = embedder.embed(couplet::Side::left, {{words[2]}, {}}, run);
  const couplet::Embedded answer = embedder.embed(couplet::Side::right, {{words[3]}, {}}, run);
  std::printf("couplet %s\t%.6g\t%.6g\n", couplet::library_version, std::get<double>(scores.at(0, "score")),
              query.rows.row(0).dot(answer.rows.row(0)));

  PrintedReasons reasons;
  couplet::show_explanation(couplet::explain(model, words[2], words[3], run), words[2], words[3], 3, reasons);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "score_pair: %s\n", error.what());
  return 1;
}
