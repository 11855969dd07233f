#include "couplet/model/blank_question.h"

#include <fmt/format.h>

#include <algorithm>

#include "couplet/base/error.h"

namespace couplet {

std::string BlankQuestion::filled(std::span<const std::string> fillers) const {
  std::string text = pieces[0];
  for (std::size_t i = 0; i < fillers.size(); ++i) text += fillers[i] + pieces[i + 1];
  return text;
}

std::vector<std::string> split_blanks(std::string_view text, const std::string& place) {
  constexpr std::size_t shortest = 3;
  std::vector<std::string> pieces{""};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_not_of('_', at), text.size());
    if (end - at >= shortest) {
      pieces.emplace_back();
      at = end;
    } else {
      const std::size_t next = std::min(text.find('_', std::max(end, at + 1)), text.size());
      pieces.back() += text.substr(at, next - at);
      at = next;
    }
  }
  if (pieces.size() == 1)
    throw Error(ErrorCode::data, place, "no blank in the question", "mark it with _____ (three underscores or more)");
  if (pieces.size() > 3)
    throw Error(ErrorCode::data, place, fmt::format("{} blanks in the question", pieces.size() - 1),
                "one or two can be filled");
  return pieces;
}

}  // namespace couplet
