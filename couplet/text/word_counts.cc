#include "couplet/text/word_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/segment_sums.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/spares.h"
#include "couplet/text/text_blocks.h"
#include "couplet/text/tokenised_text.h"

namespace couplet {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 20;
constexpr std::int64_t most_words = std::numeric_limits<std::int32_t>::max();

/// The words of one block with numbers of its own: small tables that stay in the cache.
struct BlockWords {
  Vocabulary words;
  std::vector<std::int64_t> counts;  // -1: a stop word
  std::vector<std::int32_t> stream;  // without stop words
  std::int64_t tokens = 0;
};

BlockWords words_of(const TextBlock& block, Tokeniser& tokeniser, const Vocabulary& stop_words) {
  BlockWords result;
  result.stream.reserve(block.text.size() / 4);
  std::size_t begin = 0;
  for (const TextBlock::Piece& piece : block.pieces) {
    const auto tokens = tokeniser.tokens(std::string_view(block.text).substr(begin, piece.end - begin));
    begin = piece.end;
    result.tokens += static_cast<std::int64_t>(tokens.size());
    for (const std::string_view token : tokens) {
      const auto number = static_cast<std::size_t>(result.words.add(token));
      if (number == result.counts.size()) result.counts.push_back(stop_words.find(token) < 0 ? 0 : -1);
      std::int64_t& count = result.counts[number];
      if (count < 0) continue;
      ++count;
      result.stream.push_back(static_cast<std::int32_t>(number));
    }
    if (piece.ends_document) result.stream.push_back(WordStream::document_end);
  }
  return result;
}

/// What is known of some text without the text itself.
struct WordTally {
  Vocabulary words;  // in any order
  std::vector<std::int64_t> counts;
  std::int64_t tokens = 0, documents = 0, skipped = 0;

  void add(const WordTally& more) {
    for (std::int64_t i = 0; i < more.words.size(); ++i) {
      const auto number = static_cast<std::size_t>(words.add(more.words.word(i)));
      if (number == counts.size()) counts.push_back(0);
      counts[number] += more.counts[i];
    }
    require_few(words);
    tokens += more.tokens;
    documents += more.documents;
    skipped += more.skipped;
  }
  void write(PartWriter& writer) const {
    words.write(writer);
    writer.put_list(counts);
    for (const std::int64_t number : {tokens, documents, skipped}) writer.put(number);
  }
  static WordTally read(PartReader& reader) {
    WordTally tally;
    tally.words = Vocabulary::read(reader);
    tally.counts = reader.get_list<std::int64_t>();
    for (std::int64_t* number : {&tally.tokens, &tally.documents, &tally.skipped}) *number = reader.get<std::int64_t>();
    return tally;
  }
  static void require_few(const Vocabulary& words) {
    if (words.size() > most_words)
      throw Error(ErrorCode::data, "", fmt::format("the text has more than {} different words", most_words));
  }
};

/// Reads text into text.stream, one part or several; words are numbered in the order of their first occurrence in any.
class WordReader {
 public:
  WordReader(CountedText& text, const TextPipeline& pipeline, const Vocabulary& stop_words)
      : text_(text), pipeline_(pipeline), stop_words_(stop_words) {}

  /// What this part has.
  WordTally read(const Source& files, const Run& run);
  const Vocabulary& words() const { return words_; }

 private:
  void take(BlockWords&& block);

  CountedText& text_;
  const TextPipeline& pipeline_;
  const Vocabulary& stop_words_;
  Vocabulary words_;
  std::vector<std::int64_t> counts_;  // in the part that is read
  std::int64_t tokens_ = 0;           // of it
  std::string beginning_;             // of the first part
  Spares<Tokeniser> tokenisers_;
};

void WordReader::take(BlockWords&& block) {
  std::vector<std::int32_t> numbers(block.counts.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (block.counts[i] < 0) continue;
    const std::int64_t number = words_.add(block.words.word(static_cast<std::int64_t>(i)));
    if (number == static_cast<std::int64_t>(counts_.size())) counts_.push_back(0);
    counts_[number] += block.counts[i];
    numbers[i] = static_cast<std::int32_t>(number);
  }
  WordTally::require_few(words_);
  for (std::int32_t& word : block.stream)
    if (word >= 0) word = numbers[word];
  text_.stream.append(std::move(block.stream));
  tokens_ += block.tokens;
}

WordTally WordReader::read(const Source& files, const Run& run) {
  TextBlocks blocks(files, block_bytes, pipeline_.spec().find("grams:") == std::string::npos);
  counts_.assign(counts_.size(), 0);
  tokens_ = 0;
  const bool first_part = beginning_.empty();
  {
    Stage stage(*run.observer, "reading text", blocks.size(), files.unit());
    std::atomic<std::int64_t> position = 0;  // the text may be read while a block is taken
    run.pool.stream(
        [&] {
          auto block = blocks.next();
          if (block && beginning_.empty()) beginning_ = block->text;
          position = blocks.position();
          return block;
        },
        [&](TextBlock&& block) {
          auto tokeniser = tokenisers_.borrow([&] { return std::make_unique<Tokeniser>(pipeline_); });
          BlockWords words = words_of(block, *tokeniser, stop_words_);
          tokenisers_.give_back(std::move(tokeniser));
          return words;
        },
        [&](BlockWords&& block) {
          take(std::move(block));
          stage.advance_to(position);
          run.stop->check();
        });
  }
  if (first_part) warn_of_tokenised(beginning_, pipeline_, run);
  WordTally tally;
  tally.tokens = tokens_;
  tally.documents = blocks.documents();
  tally.skipped = blocks.skipped();
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    tally.words.add(words_.word(static_cast<std::int64_t>(i)));
    tally.counts.push_back(counts_[i]);
  }
  return tally;
}

/// Chooses and orders the words to keep. own: those that the stream has numbers of.
void finish(CountedText& text, const WordTally& tally, const Vocabulary& own, const WordOptions& options) {
  const auto count = [&](std::int32_t word) { return tally.counts[word]; };
  std::vector<std::int32_t> kept;
  const std::int64_t usual = tally.tokens < WordOptions::small_text ? 1 : 5;
  const std::int64_t least = options.min_count > 0 ? options.min_count : usual;
  for (std::int32_t word = 0; word < tally.words.size(); ++word)
    if (count(word) >= least) kept.push_back(word);
  std::sort(kept.begin(), kept.end(), [&](std::int32_t a, std::int32_t b) {
    return count(a) != count(b) ? count(a) > count(b) : tally.words.word(a) < tally.words.word(b);
  });
  if (options.max_vocabulary > 0 && static_cast<std::int64_t>(kept.size()) > options.max_vocabulary)
    kept.resize(options.max_vocabulary);
  text.kept_as.assign(own.size(), -1);
  for (const std::int32_t word : kept) {
    const std::string_view name = tally.words.word(word);
    const auto number = static_cast<std::int32_t>(text.words.add(name));
    const std::int64_t here = own.find(name);
    if (here >= 0) text.kept_as[here] = number;
    text.counts.push_back(count(word));
  }
  text.different_words = tally.words.size();
  text.tokens = tally.tokens;
  text.documents = tally.documents;
  text.skipped = tally.skipped;
}

void check(const WordOptions& options) {
  if (options.min_count < 0)
    throw Error(ErrorCode::usage, "--min-count", fmt::format("{} is below 0", options.min_count));
  if (options.max_vocabulary < 0)
    throw Error(ErrorCode::usage, "--max-vocabulary", fmt::format("{} is below 0", options.max_vocabulary));
}

}  // namespace

CountedText count_words(const Source& files, const WordOptions& options, const Run& run) {
  check(options);
  const TextPipeline pipeline = TextPipeline::parse(options.pipeline);
  Vocabulary stop_words;
  for (const std::string& word : options.stop_words) stop_words.add(word);

  CountedText text;
  text.stream = WordStream(run.memory.bytes() / 8);
  WordReader reader(text, pipeline, stop_words);
  const auto tally =
      sum_segments<WordTally>("reading text", segments_of(files), run, [&](const Segment& segment, const Run& inner) {
        Source part = files;
        if (!segment.whole()) part.segment = segment;
        return reader.read(part, inner);
      });
  finish(text, tally, reader.words(), options);
  return text;
}

}  // namespace couplet
