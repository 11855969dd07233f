// Tables of word translations as projections of terms.
#pragma once

#include "couplet/methods/bridge/term_space.h"
#include "couplet/model/method.h"

namespace couplet {

struct TranslationOptions {
  std::int64_t rounds = 5;        // of expectation-maximisation, >= 1
  std::int64_t translations = 5;  // kept of a word at most, >= 1
  double least = 0.01;            // least probability of a kept translation
};

/// t(right word | left word) by IBM model 1 (model_one): left terms x right terms, rows add up to at most 1.
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
