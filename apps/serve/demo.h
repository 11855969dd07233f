// Small models of each job, for somebody who has none yet: fitted at the start, on the examples in the program.
#pragma once

#include <filesystem>

#include "apps/serve/api.h"

namespace couplet {

/// A folder of its own with the examples and the models; gone with this object.
class Demo {
 public:
  /// Fits the models, in a second or less, and has them served.
  Demo(Api& api, const Run& run);
  ~Demo();
  Demo(const Demo&) = delete;
  Demo& operator=(const Demo&) = delete;

 private:
  std::filesystem::path folder_;
};

}  // namespace couplet
