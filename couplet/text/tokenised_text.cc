#include "couplet/text/tokenised_text.h"

#include <fmt/format.h>

namespace couplet {
namespace {

constexpr std::string_view keep_tokens = "if its tokens are to stay as they are, use --text space (or lower,space)";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// True when it stands between blanks somewhere in the text.
bool stands_alone(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || is_blank(text[at - 1])) && (end == text.size() || is_blank(text[end]))) return true;
  }
  return false;
}

}  // namespace

std::string about_tokenised(std::string_view sample, const TextPipeline& pipeline) {
  Tokeniser tokeniser = pipeline.make();
  for (const std::string_view mark : {"<unk>", "<s>", "</s>", "<eos>", "@-@"}) {
    const std::size_t words = tokeniser.tokens(mark).size();
    if (words == 1 && tokeniser.tokens(mark)[0].size() == mark.size()) continue;
    if (stands_alone(sample, mark))
      return fmt::format("the text holds {}, of which the pipeline {} makes {} word{}: {}", mark, pipeline.spec(),
                         words, words == 1 ? "" : "s", keep_tokens);
  }
  if (tokeniser.tokens("a ,b").size() == 2 && tokeniser.tokens("a ,b")[1] == ",b") return "";  // cut at blanks only
  std::size_t apart = 0, commas = 0;
  for (std::size_t at = sample.find(','); at != std::string_view::npos; at = sample.find(',', at + 1)) {
    const bool followed = at + 1 == sample.size() || is_blank(sample[at + 1]);
    commas += followed;
    apart += followed && at > 0 && is_blank(sample[at - 1]);
  }
  constexpr std::size_t enough = 20;
  if (apart < enough || apart < commas - commas / 10) return "";
  return fmt::format("the text looks tokenised, with a blank before its commas, and the pipeline is {}: {}",
                     pipeline.spec(), keep_tokens);
}

void warn_of_tokenised(std::string_view sample, const TextPipeline& pipeline, const Run& run) {
  if (std::string warning = about_tokenised(sample, pipeline); !warning.empty()) run.observer->warn(std::move(warning));
}

}  // namespace couplet
