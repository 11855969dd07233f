// Collects warnings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/observer.h"

namespace couplet {

class Warnings : public Observer {
 public:
  void warn(std::string_view message) override { messages.emplace_back(message); }
  std::vector<std::string> messages;
};

}  // namespace couplet
