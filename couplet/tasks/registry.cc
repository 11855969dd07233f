#include "couplet/tasks/registry.h"

#include <algorithm>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/tasks/classify.h"
#include "couplet/tasks/clean.h"
#include "couplet/tasks/compare.h"
#include "couplet/tasks/complete.h"
#include "couplet/tasks/convert.h"
#include "couplet/tasks/embed.h"
#include "couplet/tasks/evaluate.h"
#include "couplet/tasks/explain.h"
#include "couplet/tasks/filter.h"
#include "couplet/tasks/index.h"
#include "couplet/tasks/map.h"
#include "couplet/tasks/match.h"
#include "couplet/tasks/mine.h"
#include "couplet/tasks/plot.h"
#include "couplet/tasks/rank.h"
#include "couplet/tasks/report.h"
#include "couplet/tasks/score.h"
#include "couplet/tasks/search.h"
#include "couplet/tasks/update.h"
#include "couplet/tasks/verify.h"
#include "couplet/tasks/words.h"
#include "couplet/text/utf8.h"

namespace couplet {

std::span<const Task> all_tasks() {
  static const std::vector<Task> tasks = {
      score_task(),    rank_task(),    search_task(),   match_task(),   filter_task(),   clean_task(),
      complete_task(), explain_task(), evaluate_task(), compare_task(), classify_task(), mine_task(),
      embed_task(),    index_task(),   report_task(),   plot_task(),    words_task(),    map_task(),
      add_task(),      remove_task(),  merge_task(),    verify_task(),  convert_task(),
  };
  return tasks;
}

std::map<std::string, std::vector<std::string>, std::less<>> assign_words(const Task& task,
                                                                          const std::vector<std::string>& words) {
  const int least = std::accumulate(task.inputs.begin(), task.inputs.end(), 0,
                                    [](int sum, const TaskInput& input) { return sum + input.least; });
  const std::string remedy = "use: couplet " + task.name + " " + task.synopsis;
  if (std::ssize(words) < least) throw Error(ErrorCode::usage, "", "too few arguments", remedy);
  // Every input has its least; the first that takes more gets what is left over.
  std::ptrdiff_t over = std::ssize(words) - least;
  auto next = words.begin();
  std::map<std::string, std::vector<std::string>, std::less<>> assigned;
  for (const TaskInput& input : task.inputs) {
    const std::ptrdiff_t more = input.most < 0 ? over : std::min<std::ptrdiff_t>(over, input.most - input.least);
    assigned[input.name].assign(next, next + input.least + more);
    if (input.shape == InputShape::text)
      for (const std::string& word : assigned[input.name])
        if (!is_utf8(word)) throw Error(ErrorCode::usage, "", "'" + word + "' is not UTF-8", "write it in UTF-8");
    next += input.least + more;
    over -= more;
  }
  if (over > 0) throw Error(ErrorCode::usage, "", "unexpected argument '" + words.back() + "'", remedy);
  return assigned;
}

}  // namespace couplet
