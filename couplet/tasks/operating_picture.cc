#include "couplet/tasks/operating_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/eval/classification.h"
#include "couplet/eval/operating_points.h"
#include "couplet/plot/operating_svg.h"

namespace couplet {

std::string operating_picture(const std::vector<std::pair<std::string, const Measured*>>& systems,
                              const std::string& gold) {
  std::vector<OperatingCurves> curves;
  double share = 0;
  for (const auto& [name, measured] : systems) {
    const std::vector<int>& labels = measured->decided_labels;
    const auto points = operating_points(measured->decided_scores, labels);
    if (points.empty())
      throw Error(ErrorCode::usage, "--picture", "this gold data has no right and wrong items to draw curves of",
                  "use it with --lists or --label");
    share = static_cast<double>(std::count(labels.begin(), labels.end(), 1)) / static_cast<double>(labels.size());
    OperatingCurves& drawn = curves.emplace_back();
    drawn.name = fmt::format("{}, auc {:.3f}", name, roc_auc(measured->decided_scores, labels));
    drawn.roc.emplace_back(0, 0);
    drawn.recall.emplace_back(0, points[0].precision);
    for (const OperatingPoint& point : points) {
      drawn.roc.emplace_back(point.fallout, point.recall);
      drawn.recall.emplace_back(point.recall, point.precision);
    }
  }
  return operating_svg(curves, share, gold);
}

}  // namespace couplet
