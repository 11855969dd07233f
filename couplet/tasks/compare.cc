#include "couplet/tasks/compare.h"

#include <fmt/format.h>

#include <cmath>

#include "couplet/base/atomic_file.h"
#include "couplet/plot/picture_file.h"
#include "couplet/tasks/evaluate.h"
#include "couplet/tasks/operating_picture.h"

namespace couplet {
namespace {

using enum CellType;

struct CompareOptions : GoldOptions {
  Adjustment adjust = Adjustment::holm;
  std::string picture;
};

const OptionSchema<CompareOptions>& compare_schema() {
  static const auto made =
      OptionSchema<CompareOptions>()
          .add(gold_schema())
          .add("adjust", &CompareOptions::adjust,
               {{"none", Adjustment::none},
                {"bonferroni", Adjustment::bonferroni},
                {"holm", Adjustment::holm},
                {"bh", Adjustment::benjamini_hochberg}},
               "adjustment of the p-values over several comparisons")
          .add("picture", &CompareOptions::picture, "draw ROC and precision-recall curves here (SVG)",
               {.placeholder = "FILE", .type = ParameterType::output})
          .add(data_parameters());
  return made;
}

Answer run_compare(const Request& request, RowSink& rows, const Run& run) {
  const CompareOptions options = compare_schema().read(request.options);
  std::vector<System> systems;
  for (const std::string& word : request.all("systems")) systems.push_back(system_of(request, word));
  Table table(rows, "compare",
              {{"metric", text},
               {"a", text},
               {"b", text},
               {"value_a", real},
               {"value_b", real},
               {"difference", real},
               {"low", real},
               {"high", real},
               {"p_bootstrap", real},
               {"p_randomisation", real},
               {"p_mcnemar", real},
               {"p_adjusted", real}});
  for (const auto& [a, b, c, adjusted] :
       compare(systems, request.source("gold"), options, options.adjust, run, options.picture))
    table.row({c.metric, a, b, c.value_a, c.value_b, c.bootstrap.difference.value, c.bootstrap.difference.low,
               c.bootstrap.difference.high, c.bootstrap.p_value, finite_cell(c.randomisation), finite_cell(c.mcnemar),
               adjusted});
  return {};
}

}  // namespace

std::vector<ComparedSystems> compare(const std::vector<System>& systems, const Source& gold, const GoldOptions& options,
                                     Adjustment adjustment, const Run& run, const std::string& picture) {
  const auto read = gold_kind_of(options, true).read(gold, options, run);
  std::vector<Measured> measured;
  for (const System& system : systems) measured.push_back(read->measure(system, run));
  // Counts are of the gold data, the same for all systems.
  for (const MetricReport& count : measured[0].counts)
    if (count.estimate.value > 0)
      run.observer->warn(fmt::format("{:g} of {} questions are {}: see --{}", count.estimate.value, count.total,
                                     count.name, count.name));
  std::vector<std::pair<std::string, const Measured*>> drawn;
  for (std::size_t i = 0; i < systems.size(); ++i) drawn.emplace_back(systems[i].name(), &measured[i]);
  if (!picture.empty()) write_file(picture, operating_picture(drawn, gold.name()));
  std::vector<ComparedSystems> compared;
  std::vector<double> p_values;
  for (std::size_t i = 1; i < systems.size(); ++i)
    for (const auto& [first, other] : read->side_by_side(measured[0], measured[i])) {
      compared.push_back({systems[0].name(), systems[i].name(), compare_measures(first, other, options, run)});
      p_values.push_back(compared.back().comparison.p());
    }
  const std::vector<double> adjusted = adjust_p_values(p_values, adjustment);
  for (std::size_t i = 0; i < compared.size(); ++i) compared[i].adjusted_p = adjusted[i];
  return compared;
}

Task compare_task() {
  return {.name = "compare",
          .synopsis = "A B... GOLD",
          .summary = "is A really better than B",
          .details =
              "Paired tests of the first system against each of the others: bootstrap, approximate randomisation, "
              "McNemar's test for decisions; p-values adjusted for their number. GOLD and files of scores are as "
              "for eval: pairs with --lists, --label, --value or --retrieval; questions with --analogy, --opposites or "
              "--questions, where what a system does not know counts as wrong. Columns: the metric; the systems; their "
              "values; the difference with its interval; the p-value of each test, "
              "empty where it does not apply; the adjusted one.",
          .examples = {"couplet compare pairs.couplet plain.couplet pairs.tsv --lists lists.tsv",
                       "couplet compare lsa.couplet trigrams.couplet blanks.tsv --questions",
                       "couplet compare opca.couplet shared.couplet pairs.tsv --retrieval"},
          .inputs = {{"systems", InputShape::system, 2, -1}, {"gold", InputShape::data}},
          .parameters = compare_schema().parameters(),
          .check =
              [](const Request& request) {
                const CompareOptions options = compare_schema().read(request.options);
                check_gold_options(request, gold_kind_of(options, true));
                if (!options.picture.empty()) check_picture_name("--picture", options.picture);
              },
          .run = run_compare};
}

}  // namespace couplet
