// A method as the registry knows it: its name, its parameters, how to fit and how to load.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/model/data.h"
#include "couplet/model/model.h"
#include "couplet/model/parameters.h"

namespace couplet {

class ModelFile;  // container.h

/// What fit says about itself: name, value in a fixed order ("pairs", "unknown left", "hsic", "seconds", ...).
struct FitReport {
  std::vector<std::pair<std::string, std::string>> entries;
  void add(std::string name, std::string value) { entries.emplace_back(std::move(name), std::move(value)); }
};

struct Fitted {
  std::unique_ptr<Model> model;
  FitReport report;
};

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
  Fitted (*fit)(const Data& data, const Parameters& parameters, const Run& run);
  std::unique_ptr<Model> (*load)(const ModelFile& file);
};

/// The header of a model being fitted. data_rows, fingerprint: how much it was fitted on, and hex64 of that.
ModelHeader fitted_header(std::string method, const Parameters& parameters, std::int64_t data_rows,
                          std::string fingerprint, const Run& run);

/// The method of that name among `methods`; Error(usage) with the nearest name otherwise.
const Method& find_method(std::span<const Method> methods, const std::string& name);

/// Opens, checks and loads a model file.
std::unique_ptr<Model> load_model(const std::string& path, std::span<const Method> methods);

}  // namespace couplet
