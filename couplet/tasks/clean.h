// clean: a parallel corpus without the pairs that look wrong, and why each of them went.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "couplet/methods/cleaning/share_of_wrong.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// What was done to a corpus.
struct CleaningReport {
  struct Example {
    double probability = 0;
    std::string left, right;
  };
  struct Dropped {
    std::int64_t pairs = 0;
    double probability = 0;         // sum
    std::vector<Example> examples;  // the first few
  };
  std::string name;  // of the data
  std::int64_t pairs = 0, kept = 0, skipped = 0;
  double kept_probability = 0;  // sum
  double cut = 0.5;
  double random_probability = 0;           // of re-paired pairs, typically
  std::map<std::string, Dropped> reasons;  // of the dropped ones
  ProbabilityBins judged;                  // of all but duplicates
  ShareOfWrong fitted;                     // of the corpus that the cleaner was fitted on

  /// Share of wrong pairs, duplicates among them; the interval is as wide as that of the fit.
  ShareOfWrong wrong() const;
};

/// The cuts that the rows and the page list.
inline constexpr std::array shown_cuts = {0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99};

/// One self-contained page: histogram, cuts as a curve and a table, and examples of every reason.
std::string cleaning_page(const CleaningReport& report);

/// Rows "clean" and "clean-cut".
void show_cleaned(const CleaningReport& report, RowSink& rows);

Task clean_task();

}  // namespace couplet
