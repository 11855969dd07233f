#include "couplet/base/error.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include "couplet/base/printable.h"

namespace couplet {
namespace {

// Long enough for every sentence of ours and any sensible path; texts of the user's may be of any length.
constexpr std::size_t most_shown = 600;

std::string& make_printable(std::string& text) { return text = shortened(printable(text), most_shown); }

std::string compose(const std::string& place, const std::string& problem, const std::string& remedy) {
  std::string text;
  if (!place.empty()) text += place + ": ";
  text += problem;
  if (!remedy.empty()) text += "; " + remedy;
  return text;
}

}  // namespace

Error::Error(ErrorCode code, std::string place, std::string problem, std::string remedy)
    : std::runtime_error(compose(make_printable(place), make_printable(problem), make_printable(remedy))),
      code_(code),
      place_(std::move(place)),
      problem_(std::move(problem)),
      remedy_(std::move(remedy)) {}

void throw_errno(const std::string& path, const std::string& action) {
  const int reason = errno;  // before anything below can change it
  throw Error(ErrorCode::io, path, "cannot " + action + ": " + std::generic_category().message(reason));
}

}  // namespace couplet
