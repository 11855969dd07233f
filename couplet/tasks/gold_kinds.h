// The readers of gold data, one a kind: what the table in gold.cc names.
#pragma once

#include <memory>

#include "couplet/tasks/gold.h"

namespace couplet {

// Pairs with candidate lists, labels (and groups), or people's judgements.
std::unique_ptr<Gold> read_list_gold(const Source& source, const GoldOptions& options, const Run& run);
std::unique_ptr<Gold> read_label_gold(const Source& source, const GoldOptions& options, const Run& run);
std::unique_ptr<Gold> read_value_gold(const Source& source, const GoldOptions& options, const Run& run);
// Pairs, each text's counterpart being right.
std::unique_ptr<Gold> read_retrieval_gold(const Source& source, const GoldOptions& options, const Run& run);
// Questions: "man king woman queen"; "hot: warm cold :: cold" (opposites, or synonyms); sentences with a blank.
std::unique_ptr<Gold> read_analogy_gold(const Source& source, const GoldOptions& options, const Run& run);
std::unique_ptr<Gold> read_choice_gold(const Source& source, const GoldOptions& options, const Run& run);
std::unique_ptr<Gold> read_question_gold(const Source& source, const GoldOptions& options, const Run& run);
// Running text.
std::unique_ptr<Gold> read_perplexity_gold(const Source& source, const GoldOptions& options, const Run& run);
// Pairs of rows that belong together, for a result of match.
std::unique_ptr<Gold> read_matching_gold(const Source& source, const GoldOptions& options, const Run& run);

}  // namespace couplet
