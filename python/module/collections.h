// Prepared collections that a model of Python has opened: a file is checked once, not at every call.
#pragma once

#include <pybind11/pybind11.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "couplet/tasks/prepared_collection.h"

namespace couplet::python {

/// Safe to share between threads. Each Model has its own, so that they go with it.
class Collections {
 public:
  /// What the file holds, opened now, or before if the file has not changed since. Null: it is no model file. Throws as
  /// PreparedCollection::open.
  std::shared_ptr<const PreparedCollection> find(const std::string& path, const LoadedModel& model, const Run& run);

 private:
  /// Which file it was: another one, or one written to, has another stamp.
  struct Stamp {
    std::uint64_t device = 0, inode = 0;
    std::int64_t size = 0, seconds = 0, nanoseconds = 0;
    bool operator==(const Stamp&) const = default;
  };
  static Stamp stamp_of(const std::string& path);

  struct Opened {
    Stamp stamp;
    std::string model;  // its identity
    std::shared_ptr<const PreparedCollection> collection;
  };
  std::mutex opening_;
  std::map<std::string, Opened> opened_;  // by path
};

void define_collections(pybind11::module_& module);

}  // namespace couplet::python
