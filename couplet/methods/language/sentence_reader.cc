#include "couplet/methods/language/sentence_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/methods/language/language_text.h"

namespace couplet {

std::vector<std::string> VocabularyReader::tokens(std::string_view sentence) const {
  auto tokeniser = tokenisers_.borrow([&] { return std::make_unique<Tokeniser>(pipeline_); });
  const auto views = tokeniser->tokens(sentence);
  std::vector<std::string> result(views.begin(), views.end());
  tokenisers_.give_back(std::move(tokeniser));
  return result;
}

std::int32_t VocabularyReader::number(std::string_view token) const {
  const std::int64_t number = words_.find(token);
  return number < first_word ? unknown_word : static_cast<std::int32_t>(number);
}

double log10_unknown_share(const std::string& types) {
  std::int64_t count = 0;
  const auto [end, failure] = std::from_chars(types.data(), types.data() + types.size(), count);
  if (failure != std::errc() || end != types.data() + types.size() || count < 0)
    throw Error(ErrorCode::model, "detail 'unknown types'", "'" + types + "' makes no sense", "fit the model again");
  return -std::log10(static_cast<double>(std::max<std::int64_t>(count, 1)));
}

}  // namespace couplet
