#include "couplet/text/text_blocks.h"

#include <utility>

namespace couplet {
namespace {

constexpr std::string_view cut_characters = " \t\n\r";

}  // namespace

TextBlocks::TextBlocks(Source files, std::size_t block_bytes, bool cut_documents)
    : reader_(std::move(files)), block_bytes_(block_bytes), cut_documents_(cut_documents) {}

std::optional<TextBlock> TextBlocks::next() {
  TextBlock block;
  while (block.text.size() < block_bytes_) {
    if (!open_) {
      if (!reader_.next(document_)) break;
      open_ = true;
      done_ = 0;
      ++documents_;
    }
    const std::size_t cut = next_cut();
    block.text.append(document_, done_, cut - done_);
    done_ = cut;
    open_ = cut < document_.size();
    block.pieces.push_back({block.text.size(), !open_});
  }
  if (block.pieces.empty()) return std::nullopt;
  return block;
}

std::size_t TextBlocks::next_cut() const {
  if (!cut_documents_ || document_.size() - done_ <= block_bytes_) return document_.size();
  // The blank goes with what follows it: a combining mark may stand on it.
  const std::size_t before = document_.find_last_of(cut_characters, done_ + block_bytes_);
  if (before != std::string::npos && before > done_) return before;
  const std::size_t after = document_.find_first_of(cut_characters, done_ + block_bytes_);
  return after == std::string::npos ? document_.size() : after;
}

}  // namespace couplet
