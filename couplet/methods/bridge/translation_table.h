// Translations of words learned from documents in two languages: IBM model 1 (Brown and others 1993).
#pragma once

#include "couplet/methods/bridge/term_space.h"
#include "couplet/model/method.h"

namespace couplet {

struct TranslationOptions {
  std::int64_t rounds = 5;        // of expectation-maximisation, >= 1
  std::int64_t translations = 5;  // kept of a word at most, >= 1
  double least = 0.01;            // least probability of a kept translation
};

/// t(right word | left word): left terms x right terms, rows add up to at most 1. A word of the right text comes from
/// any word of the left one, or from none (an empty word that every document has). Between rounds a word keeps its 500
/// likeliest translations.
/// counts: n x v1 and n x v2, occurrences. Documents are bags here: sentences give better tables than long texts.
/// Time: rounds * sum over documents of v1 words * v2 words. Same bits at any thread count.
CsrMatrix<float> translation_table(const CsrMatrix<double>& left, const CsrMatrix<double>& right,
                                   const TranslationOptions& options, const Run& run);

/// The projection of every term to the right language's terms: left terms by their translations, right terms by
/// themselves. table: a file of translations, empty: they are learned.
CsrMatrix<float> translating_projection(const DocumentCounts& documents, const TermSpace& space,
                                        const TranslationOptions& options, const std::string& table, FitReport& report,
                                        const Run& run);

/// A table from a file (TSV: left word, right word, probability): words outside the space are left out, and of each
/// left word all but the likeliest, as the options say. Error(data) with the place for a line of another form.
CsrMatrix<float> read_translations(const std::string& path, const TermSpace& space, const TranslationOptions& options);

}  // namespace couplet
