// Pairs of texts: every text looks for its counterpart among all texts of the other side.
#include "couplet/base/error.h"
#include "couplet/eval/retrieval.h"
#include "couplet/tasks/candidates.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/gold_kinds.h"

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

std::unique_ptr<Gold> read_retrieval_gold(const Source& source, const GoldOptions& options, const Run&) {
  return std::make_unique<RetrievalGold>(read_pair_columns(source, {}).pairs, options.margin);
}

}  // namespace couplet
