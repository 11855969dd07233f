#include "tests/methods/generated_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/npy.h"
#include "couplet/base/random.h"
#include "couplet/methods/registry.h"

namespace couplet {

namespace {

MatrixD normal_matrix(Index rows, Index cols, Random& random) {
  MatrixD matrix(rows, cols);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = random.normal();
  return matrix;
}

PairBatch batch_of(const RowPairs& rows) {
  PairBatch batch;
  batch.left.rows = rows.left;
  batch.right.rows = rows.right;
  return batch;
}

PairBatch batch_of(const TextPairs& texts) {
  PairBatch batch;
  batch.left.texts = texts.left;
  batch.right.texts = texts.right;
  return batch;
}

std::vector<double> values_of(const std::vector<PairScore>& scores) {
  std::vector<double> values;
  for (const PairScore& score : scores) values.push_back(score.value);
  return values;
}

}  // namespace

RowPairs correlated_rows(Index count, Index dx, Index dy, std::uint64_t seed, double offset) {
  Random random(seed);
  const MatrixD cause = normal_matrix(count, 3, random);
  RowPairs rows;
  rows.left = cause * normal_matrix(3, dx, random) + 0.7 * normal_matrix(count, dx, random);
  rows.right = cause * normal_matrix(3, dy, random) + 0.7 * normal_matrix(count, dy, random);
  rows.left.array() += offset;
  rows.right.array() += offset;
  return rows;
}

std::string write_rows(const TemporaryDirectory& directory, const std::string& name, const MatrixD& rows) {
  write_npy(directory.file(name), std::span<const double>(rows.data(), static_cast<std::size_t>(rows.size())),
            rows.rows(), rows.cols());
  return directory.file(name);
}

Fitted fit_method(const std::string& method, const std::vector<std::string>& paths, const Options& options,
                  const Run& run) {
  const Method& found = find_method(all_methods(), method);
  Source files;
  files.paths = paths;
  return fit_model(found, files, Parameters::resolve(found.parameters, options), all_methods(), run);
}

Fitted fit_rows(const TemporaryDirectory& directory, const RowPairs& rows, const Options& options, const Run& run) {
  return fit_method("phsic",
                    {write_rows(directory, "left.npy", rows.left), write_rows(directory, "right.npy", rows.right)},
                    options, run);
}

Fitted fit_texts(const TemporaryDirectory& directory, const TextPairs& texts, const Options& options, const Run& run) {
  return fit_method("phsic", {directory.put("pairs.tsv", tsv_of(texts))}, options, run);
}

std::vector<double> scores_of(const Model& model, const RowPairs& rows, const Run& run) {
  return values_of(capability<ScoresPairs>(model).score(batch_of(rows), run));
}

std::vector<double> scores_of(const Model& model, const TextPairs& texts, const Run& run) {
  return values_of(capability<ScoresPairs>(model).score(batch_of(texts), run));
}

std::string report_of(const Fitted& fitted, const std::string& name) {
  const ReportEntry* entry = fitted.report.find(name);
  return entry ? entry->text() : "not reported";
}

std::unique_ptr<Model> reloaded(const TemporaryDirectory& directory, const Model& model) {
  save_model(model, directory.file("saved.couplet"));
  return load_model(directory.file("saved.couplet"), all_methods());
}

std::string saved_bytes(const TemporaryDirectory& directory, const Model& model) {
  save_model(model, directory.file("saved.couplet"));
  return content_of(directory.file("saved.couplet"));
}

ModelHeader plain_header() {
  ModelHeader header;
  header.method = "test";
  return header;
}

double relative_error(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size() || a.empty()) return std::numeric_limits<double>::infinity();
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::isfinite(a[i]) || !std::isfinite(b[i])) return std::numeric_limits<double>::infinity();
    difference = std::max(difference, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  return difference / size;
}

}  // namespace couplet
