// Documents in two languages, or pairs of texts: every text looks for its counterpart among all texts of the other
// side.
#include "couplet/base/error.h"
#include "couplet/eval/retrieval.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/gold_kinds.h"
#include "couplet/tasks/task.h"
#include "couplet/text/document_reader.h"

namespace couplet {
namespace {

class RetrievalGold final : public Gold {
 public:
  RetrievalGold(PairBatch pairs, Index margin) : pairs_(std::move(pairs)), margin_(margin) {}

  Measured measure(const System& system, const Run& run) const override {
    const auto& model = system.loaded().require<EmbedsSides>();
    const Embedded left = embed_collection(model, Side::left, pairs_.left, run);
    const Embedded right = embed_collection(model, Side::right, pairs_.right, run);
    const Stage stage(*run.observer, "ranking texts");
    return {retrieval_measures(
        retrieval_ranks(left.rows, right.rows, left.known, right.known, run, {model.comparison(), margin_}))};
  }

 private:
  PairBatch pairs_;
  Index margin_;
};

}  // namespace

std::unique_ptr<Gold> read_retrieval_gold(const Source& source, const GoldOptions& options, const Run& run) {
  DocumentReader reader(source);
  if (reader.languages() != 2)
    throw Error(ErrorCode::usage, source.name(), "texts in more than two languages", "name two of them with --columns");
  PairBatch pairs;
  for (std::vector<std::string> texts; reader.next(texts);) {
    pairs.left.texts.push_back(std::move(texts[0]));
    pairs.right.texts.push_back(std::move(texts[1]));
  }
  if (pairs.size() == 0)
    throw Error(ErrorCode::data, source.name(), "no pairs in it", "give lines of two texts with a tab between them");
  warn_of_skipped(run, reader.skipped());
  return std::make_unique<RetrievalGold>(std::move(pairs), options.margin);
}

}  // namespace couplet
