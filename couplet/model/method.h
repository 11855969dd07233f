// A method as the registry knows it: its name, its parameters, how to fit and how to load; and doing so.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/model/data.h"
#include "couplet/model/fit_report.h"
#include "couplet/model/model.h"
#include "couplet/model/parameters.h"

namespace couplet {

class ModelFile;  // container.h

struct Fitted {
  std::unique_ptr<Model> model;
  FitReport report;
};

struct Fitting;
struct Loading;

struct Method {
  std::string name;     // "phsic"
  std::string job;      // "cooccurrence": its folder and docs page
  std::string summary;  // one sentence
  std::string data;     // what fit reads, for help: "PAIRS | LEFT RIGHT"
  int schema_version = 1;
  std::vector<Parameter> parameters;
  std::vector<std::string> examples;  // command lines, run by a test
  /// What --dry-run says beside the files: passes over the data, memory. {"memory", "40 MB, however many pairs"}, ...
  std::vector<std::pair<std::string, std::string>> (*plan)(const Data& data, const Parameters& parameters,
                                                           const Run& run);
  /// Called by fit_model only, which writes the self-test.
  Fitted (*fit)(const Data& data, const Fitting& fitting);
  /// Called by load_model only, which has checked method and schema version, and takes Error(usage) and Error(data)
  /// for damage of the file.
  std::unique_ptr<Model> (*load)(const ModelFile& file, const Loading& loading);
  /// True: fit works in a team (run.team), and gives the same bytes in any.
  bool in_team = false;
  /// True: every pass over the data is a sum of segments, which can be kept (segment_job.h).
  bool by_segments = false;
};

/// What a method is given beside the data it is fitted on.
struct Fitting {
  const Method& method;
  const Parameters& parameters;
  std::span<const Method> methods;  // all there are
  const Run& run;

  /// The header of the model being fitted. data_rows, fingerprint: how much it was fitted on, and hex64 of that.
  ModelHeader header(std::int64_t data_rows, std::string fingerprint,
                     std::vector<std::pair<std::string, std::string>> details = {}) const;
  /// Another model, that this one starts from.
  std::unique_ptr<Model> load(const std::string& path) const;
};

/// What a method is given beside the file it loads: for the models inside (load_part in saved_parts.h).
struct Loading {
  std::span<const Method> methods;  // all there are
  int depth = 0;                    // how many models the file lies in
};

/// The method of that name among `methods`; Error(usage) with the nearest name otherwise.
const Method& find_method(std::span<const Method> methods, const std::string& name);

/// Fits a model and finishes its header. methods: all there are, for those that start from other models. All processes
/// of run.team get the model. Throws PartDone (segment_store.h) when only a part of the work was asked for.
Fitted fit_model(const Method& method, const Data& data, const Parameters& parameters, std::span<const Method> methods,
                 const Run& run);

/// The same model with the numbers of its self-test in the header: the last step of everything that makes one.
Fitted with_self_test(Fitted fitted);

/// Loads a model. Error(model) when no method of `methods` made it, its schema version is another, it lies in too many
/// others, or its parts make no sense.
std::unique_ptr<Model> load_model(const ModelFile& file, const Loading& loading);
std::unique_ptr<Model> load_model(const ModelFile& file, std::span<const Method> methods);
/// Opens and checks the file first.
std::unique_ptr<Model> load_model(const std::string& path, std::span<const Method> methods);
/// From the bytes of a file, which the model keeps; `name` stands for the path in errors.
std::unique_ptr<Model> load_model_bytes(std::string bytes, std::span<const Method> methods,
                                        const std::string& name = "model");

}  // namespace couplet
