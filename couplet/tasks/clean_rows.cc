// What clean reports as rows.
#include <algorithm>
#include <cmath>

#include "couplet/tasks/clean.h"

namespace couplet {

using enum CellType;

ShareOfWrong CleaningReport::wrong() const {
  const double all = static_cast<double>(std::max<std::int64_t>(pairs, 1)),
               scored = static_cast<double>(judged.count());
  const double share = (judged.wrong() * scored + static_cast<double>(pairs) - scored) / all, part = scored / all;
  return {share, std::max(0.0, share - part * (fitted.wrong - fitted.low)),
          std::min(1.0, share + part * (fitted.high - fitted.wrong))};
}

void show_cleaned(const CleaningReport& report, RowSink& rows) {
  Table table(rows, "clean",
              {{"what", text},
               {"pairs", integer},
               {"share", real},
               {"mean_probability", real},
               {"share_low", real},
               {"share_high", real}});
  const double all = static_cast<double>(std::max<std::int64_t>(report.pairs, 1));
  const auto row = [&](const std::string& what, std::int64_t pairs, double sum) {
    table.row({what, pairs, static_cast<double>(pairs) / all,
               pairs > 0 ? Cell(sum / static_cast<double>(pairs)) : Cell(), Cell(), Cell()});
  };
  row("kept", report.kept, report.kept_probability);
  CleaningReport::Dropped dropped;
  for (const auto& [reason, part] : report.reasons) {
    dropped.pairs += part.pairs;
    dropped.probability += part.probability;
  }
  row("dropped", dropped.pairs, dropped.probability);
  for (const auto& [reason, part] : report.reasons) row("dropped: " + reason, part.pairs, part.probability);
  const ShareOfWrong wrong = report.wrong();
  table.row({"wrong, estimated", static_cast<std::int64_t>(std::llround(wrong.wrong * all)), wrong.wrong, Cell(),
             wrong.low, wrong.high});
  Table cuts(rows, "clean-cut",
             {{"min_probability", real}, {"kept", real}, {"wrong_among_kept", real}, {"good_lost", real}});
  for (const double cut : shown_cuts) {
    const CutPoint point = report.judged.cut_at(cut);
    cuts.row({cut, point.kept, point.wrong_kept, point.good_lost});
  }
}

}  // namespace couplet
