// Pairs made up for the tests: rows and texts whose two sides go together, and short ways to fit and score.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "couplet/linalg/matrix.h"
#include "couplet/methods/cooccurrence/moments.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/method.h"
#include "tests/base/temporary_directory.h"
#include "tests/base/topic_texts.h"

namespace couplet {

struct RowPairs {
  MatrixD left, right;  // n x dx, n x dy
};

/// Rows with a common cause: both sides are noisy linear images of the same hidden vector, shifted by `offset`.
RowPairs correlated_rows(Index count, Index dx, Index dy, std::uint64_t seed, double offset = 0);

inline Moments moments_of(RowPairs rows) { return Moments::of(rows.left, rows.right); }

std::string write_rows(const TemporaryDirectory& directory, const std::string& name, const MatrixD& rows);

using Options = std::map<std::string, std::string>;

/// Fits through the registry, as the command line does.
Fitted fit_method(const std::string& method, const std::vector<std::string>& paths, const Options& options,
                  const Run& run = Run());
/// Fits phsic on rows given as matrices.
Fitted fit_rows(const TemporaryDirectory& directory, const RowPairs& rows, const Options& options,
                const Run& run = Run());
/// Fits phsic on texts.
Fitted fit_texts(const TemporaryDirectory& directory, const TextPairs& texts, const Options& options,
                 const Run& run = Run());

std::vector<double> scores_of(const Model& model, const RowPairs& rows, const Run& run = Run());
std::vector<double> scores_of(const Model& model, const TextPairs& texts, const Run& run = Run());

/// The text of an entry of the report; "not reported" without it.
std::string report_of(const Fitted& fitted, const std::string& name);

/// Saved and loaded again.
std::unique_ptr<Model> reloaded(const TemporaryDirectory& directory, const Model& model);
/// The bytes of the saved model.
std::string saved_bytes(const TemporaryDirectory& directory, const Model& model);

/// A header that says no more than a file must, for parts of models that are saved alone.
ModelHeader plain_header();

/// The largest |a - b| over the largest |b|.
double relative_error(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace couplet
