// What every model is: immutable, safe to share between threads, able to be saved, with the capabilities it has.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/base/error.h"

namespace couplet {

class ModelWriter;  // container.h
struct Fitted;      // method.h

/// One input with the numbers it must give; `couplet verify` repeats it on the user's machine. Without an input: the
/// numbers of the whole file (whole_file.h).
struct SelfTestCase {
  std::vector<std::string> input;
  std::vector<double> expected;
};

/// What a model file says about itself. No times, hosts or paths: the same run gives the same bytes.
struct ModelHeader {
  std::string method;
  int schema_version = 1;
  std::vector<std::pair<std::string, std::string>> parameters;  // resolved, in schema order
  std::vector<std::pair<std::string, std::string>> details;     // what the method adds: pipelines, counts, statistics
  std::string data_fingerprint;                                 // hex64 of the training data
  std::int64_t data_rows = 0;
  std::uint64_t seed = 0;
  std::string library_version;
  std::vector<SelfTestCase> self_test;

  /// The value of that name; null when there is none.
  const std::string* find_parameter(std::string_view name) const;
  const std::string* find_detail(std::string_view name) const;
  /// The same; Error(model) when there is none.
  const std::string& parameter(std::string_view name) const;
  const std::string& detail(std::string_view name) const;
  /// A parameter as a number; Error(model) unless it is one from low to high.
  double number(std::string_view name, double low, double high) const;
};

class Model {
 public:
  explicit Model(ModelHeader header) : header_(std::move(header)) {}
  virtual ~Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const ModelHeader& header() const { return header_; }
  /// Adds the model's tensors.
  virtual void write(ModelWriter& writer) const = 0;
  /// Inputs worth repeating on another machine. Unless a model knows better, those that its header has.
  virtual std::vector<std::vector<std::string>> self_test_inputs() const;
  /// The numbers for one self-test input.
  virtual std::vector<double> self_test(const std::vector<std::string>& input) const = 0;

 private:
  friend Fitted with_self_test(Fitted fitted);
  ModelHeader header_;
};

/// The model as a capability (ScoresPairs, ...), or Error(model) that says where to look.
template <class Capability>
const Capability& capability(const Model& model) {
  if (const auto* found = dynamic_cast<const Capability*>(&model)) return *found;
  throw Error(ErrorCode::model, "", "a " + model.header().method + " model cannot " + Capability::verb,
              "its page in docs/methods says which verbs it has");
}

/// Writes the model atomically.
void save_model(const Model& model, const std::string& path);

/// Repeats the answers of the self-test; the largest relative difference found (0 when all agree exactly). Error(model)
/// when the header has none.
double run_self_test(const Model& model);

}  // namespace couplet
