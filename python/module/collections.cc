#include "python/module/collections.h"

#include <sys/stat.h>

#include "couplet/model/container.h"

namespace couplet::python {

namespace {

constexpr std::size_t most_kept = 4;

}  // namespace

Collections::Stamp Collections::stamp_of(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return {};
  return {found.st_dev, found.st_ino, found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

std::shared_ptr<const PreparedCollection> Collections::find(const std::string& path, const LoadedModel& model,
                                                            const Run& run) {
  const std::lock_guard lock(opening_);
  const Stamp stamp = stamp_of(path);
  if (const auto kept = opened_.find(path);
      kept != opened_.end() && kept->second.stamp == stamp && kept->second.model == model.identity())
    return kept->second.collection;
  opened_.erase(path);
  if (path == "-" || !is_model_file(path)) return nullptr;
  auto collection = std::make_shared<const PreparedCollection>(PreparedCollection::open(path, model, run));
  if (opened_.size() >= most_kept) opened_.clear();
  if (stamp_of(path) == stamp) opened_[path] = {stamp, model.identity(), collection};  // else written meanwhile
  return collection;
}

void define_collections(pybind11::module_& module) {
  pybind11::class_<Collections, std::shared_ptr<Collections>>(module, "Collections").def(pybind11::init<>());
}

}  // namespace couplet::python
