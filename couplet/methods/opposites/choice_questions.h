// Questions with choices: which of them is most opposed to the target (closest opposites), or most like it (synonyms)?
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/model/capabilities.h"
#include "couplet/text/source.h"

namespace couplet {

struct ChoiceQuestion {
  std::string target;
  std::vector<std::string> choices;
  std::string answer;  // one of the choices
};

/// Reads "target: choice choice ... :: answer", a question a line or row; blank ones are passed over. Error(data) with
/// file:line for a line that is not of that form or whose answer is not among its choices, unless such lines are to be
/// skipped (counted in bad_lines); with the file when there is no question in it.
std::vector<ChoiceQuestion> read_choice_questions(Source source, std::int64_t& bad_lines);

/// What makes a choice the answer.
enum class Sought { opposite, synonym };

/// One question as it was answered.
struct ChoiceAnswer {
  bool attempted = false;      // the target and at least one choice have a score
  std::string chosen;          // the least (most) similar choice; empty when not attempted or when several are
  bool right = false;          // a tie is not right, even with the answer in it
  std::vector<double> scores;  // of each choice; NaN: not known
};

struct ChoiceReport {
  std::int64_t questions = 0, attempted = 0, right = 0;
  std::int64_t unknown_targets = 0, unknown_choices = 0;
  double precision = 0, recall = 0, f1 = 0;  // right / attempted, right / questions, their harmonic mean; 0 of 0 is 0
  std::vector<ChoiceAnswer> answers;
};

/// Asks the model for every target and choice. Unknown targets: not attempted; unknown choices are ignored; ties count
/// against. Scores closer than 1e-9 are a tie.
ChoiceReport answer_questions(const ScoresPairs& model, const std::vector<ChoiceQuestion>& questions, Sought sought,
                              const Run& run);

}  // namespace couplet
