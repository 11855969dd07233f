// A model in use: loaded once, with what is expensive to make for it, and shared by all threads.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "couplet/base/error.h"
#include "couplet/base/run.h"
#include "couplet/model/model.h"
#include "couplet/search/word_search.h"

namespace couplet {

class LoadedModel {
 public:
  /// name: how messages call it. identity: that of its file; empty when it is in none yet. as_fitted: see below.
  LoadedModel(std::string name, std::shared_ptr<const Model> model, std::string identity = "", bool as_fitted = true);
  ~LoadedModel();

  /// A model file, opened, checked and loaded by whichever method made it.
  static std::shared_ptr<const LoadedModel> open(const std::string& path);
  /// The bytes of a model file.
  static std::shared_ptr<const LoadedModel> from_bytes(std::string name, std::string bytes);

  const std::string& name() const { return name_; }
  const Model& model() const { return *model_; }
  std::shared_ptr<const Model> shared() const { return model_; }
  const std::string& method() const { return model_->header().method; }
  /// False when its file, although every sum is right, holds another number than was fitted (whole_file.h).
  bool as_fitted() const { return as_fitted_; }

  /// The model as a capability (ScoresPairs, ...); null when it has not got it.
  template <class Capability>
  const Capability* as() const {
    return dynamic_cast<const Capability*>(model_.get());
  }
  /// The same; otherwise Error(model) that names the tasks it can do.
  template <class Capability>
  const Capability& require() const {
    if (const auto* found = as<Capability>()) return *found;
    throw lacks(Capability::verb);
  }

  /// What can be done with it: "score, rank, embed", in the order of help; empty: other methods start from it.
  std::string tasks() const;
  /// Stands for the model file, saved or not: another header or another number, another identity. The checksum of its
  /// header (container.h).
  const std::string& identity() const;
  /// Its words made ready for search, at the first call. Error(model) when it has none.
  const WordSearch& word_search(const Run& run) const;

 private:
  Error lacks(const char* what) const;

  std::string name_;
  std::shared_ptr<const Model> model_;
  bool as_fitted_;
  mutable std::mutex making_;
  mutable std::string identity_;
  mutable std::unique_ptr<const WordSearch> word_search_;
};

}  // namespace couplet
