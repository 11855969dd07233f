#include "couplet/base/error.h"

#include <cerrno>
#include <system_error>
#include <utility>

namespace couplet {
namespace {

std::string compose(const std::string& place, const std::string& problem, const std::string& remedy) {
  std::string text;
  if (!place.empty()) text += place + ": ";
  text += problem;
  if (!remedy.empty()) text += "; " + remedy;
  return text;
}

}  // namespace

Error::Error(ErrorCode code, std::string place, std::string problem, std::string remedy)
    : std::runtime_error(compose(place, problem, remedy)),
      code_(code),
      place_(std::move(place)),
      problem_(std::move(problem)),
      remedy_(std::move(remedy)) {}

void throw_errno(const std::string& path, const std::string& action) {
  const int reason = errno;  // before anything below can change it
  throw Error(ErrorCode::io, path, "cannot " + action + ": " + std::generic_category().message(reason));
}

}  // namespace couplet
