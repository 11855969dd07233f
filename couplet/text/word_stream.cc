#include "couplet/text/word_stream.h"

#include <utility>

namespace couplet {

void WordStream::append(std::vector<std::int32_t> words) {
  Chunk chunk;
  const std::size_t bytes = words.size() * sizeof(std::int32_t);
  size_ += static_cast<std::int64_t>(words.size());
  if (static_cast<std::int64_t>(bytes) <= memory_left_) {
    memory_left_ -= static_cast<std::int64_t>(bytes);
    words.shrink_to_fit();
    chunk.words = std::move(words);
  } else {
    if (!file_) file_ = std::make_unique<SpillFile>();
    chunk.count = words.size();
    chunk.offset = file_->append(words.data(), bytes);
  }
  chunks_.push_back(std::move(chunk));
}

bool WordStream::next(std::vector<std::int32_t>& words) {
  if (next_ == chunks_.size()) return false;
  Chunk& chunk = chunks_[next_++];
  if (chunk.offset < 0) {
    words = std::exchange(chunk.words, {});
  } else {
    words.resize(chunk.count);
    file_->read(chunk.offset, words.data(), chunk.count * sizeof(std::int32_t));
  }
  return true;
}

}  // namespace couplet
