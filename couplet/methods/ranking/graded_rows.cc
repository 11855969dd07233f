#include "couplet/methods/ranking/graded_rows.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/text/binary_label.h"
#include "couplet/text/grade.h"
#include "couplet/text/pair_reader.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

GradedRows read_graded_rows(Source source, const std::string& label, const std::string& group, const Run& run) {
  source.further = {label};
  if (!group.empty()) source.further.push_back(group);
  PairReader reader(source);
  GradedRows rows;
  Vocabulary groups;
  Fingerprint fingerprint;
  Stage stage(*run.observer, "reading rows", reader.size(), source.unit());
  for (TextPair pair; reader.next(pair);) {
    const std::string& text = pair.extra[0];
    const std::optional<double> grade = grade_of(text);
    if (!grade) {
      if (source.on_bad_line == BadLine::stop)
        throw Error(ErrorCode::data, reader.place(), label_problem(text, grade_range),
                    "choose the column with --label");
      ++rows.skipped;
      continue;
    }
    for (const std::string* part : std::initializer_list<const std::string*>{&pair.left, &pair.right, &text}) {
      fingerprint.add(*part);
      fingerprint.add("\n");
    }
    const auto question = static_cast<std::size_t>(groups.add(group.empty() ? pair.left : pair.extra[1]));
    if (question == rows.questions.size()) rows.questions.emplace_back();
    rows.questions[question].push_back(rows.pairs.size());
    rows.grades.push_back(*grade);
    rows.pairs.left.texts.push_back(std::move(pair.left));
    rows.pairs.right.texts.push_back(std::move(pair.right));
    if (rows.grades.size() % 1024 == 0) {
      stage.advance_to(reader.position());
      run.stop->check();
    }
  }
  rows.skipped += reader.skipped();
  rows.fingerprint = fingerprint.value();
  const bool any = std::any_of(rows.questions.begin(), rows.questions.end(), [&](const std::vector<Index>& question) {
    return std::any_of(question.begin(), question.end(),
                       [&](Index row) { return rows.grades[row] != rows.grades[question[0]]; });
  });
  if (!any)
    throw Error(ErrorCode::data, source.name(), "no query has texts of different grades",
                "there is nothing to learn: see --label and --group");
  return rows;
}

}  // namespace couplet
