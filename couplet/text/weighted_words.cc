#include "couplet/text/weighted_words.h"

#include <charconv>
#include <cmath>
#include <string>

#include "couplet/base/error.h"

namespace couplet {

std::vector<WeightedWord> weighted_words(std::span<const std::string_view> tokens) {
  std::vector<WeightedWord> words;
  for (std::size_t i = 0; i < tokens.size() && !tokens[i].starts_with('#'); ++i) {
    const std::string_view token = tokens[i];
    const std::size_t colon = token.rfind(':');
    if ((i == 0 && colon == std::string_view::npos) || token.starts_with("qid:")) continue;
    double weight = 0;
    const char* end = token.data() + token.size();
    const auto read = colon == std::string_view::npos ? std::from_chars_result{end, std::errc::invalid_argument}
                                                      : std::from_chars(token.data() + colon + 1, end, weight);
    if (read.ec != std::errc() || read.ptr != end || !std::isfinite(weight))
      throw Error(ErrorCode::data, "'" + std::string(token.substr(0, 40)) + "'", "is not a word and its weight",
                  "write each word as word:weight, like 17:0.25, or choose another --weighting");
    words.push_back({token.substr(0, colon), weight});
  }
  return words;
}

}  // namespace couplet
