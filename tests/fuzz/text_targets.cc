// Readers of texts: pairs, documents, running text, tables, gold data, compressed files.
#include <vector>

#include "couplet/base/input.h"
#include "couplet/methods/rewriting/tagged_text.h"
#include "couplet/methods/vectors/count_table.h"
#include "couplet/tasks/gold_kinds.h"
#include "couplet/text/corpus_reader.h"
#include "couplet/text/document_reader.h"
#include "couplet/text/pair_reader.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/romanise.h"
#include "couplet/text/table_reader.h"
#include "couplet/text/utf8.h"
#include "couplet/text/weighted_words.h"
#include "tests/fuzz/targets.h"

namespace couplet::fuzz {
namespace {

/// The first byte of an input says how the rest is read; in the seeds it is a letter, '@' for the defaults.
unsigned take_choice(std::string_view& bytes) {
  if (bytes.empty()) return 0;
  const auto choice = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  return choice;
}

/// A small letter (bit 5) skips bad lines; the others choose columns, format and header.
Source source_of(std::string_view bytes) {
  const unsigned choice = take_choice(bytes);
  constexpr const char* columns[] = {"", "2,1,3", "left,right", "text"};
  constexpr const char* formats[] = {"auto", "tsv", "jsonl", "lines"};
  return {.paths = {input_file(bytes)},
          .columns = columns[choice & 3],
          .format = formats[choice >> 2 & 3],
          .header = (choice & 16) != 0,
          .on_bad_line = (choice & 32) != 0 ? BadLine::skip : BadLine::stop};
}

std::vector<std::string> all_pairs(const Source& source) {
  std::vector<std::string> lines;
  PairReader reader(source);
  for (TextPair pair; reader.next(pair);) {
    require(is_utf8(pair.left) && is_utf8(pair.right), "a text is UTF-8");
    lines.push_back(pair.left + '\t' + pair.right);
  }
  return lines;
}

}  // namespace

void read_pairs(std::string_view bytes) {
  Source source = source_of(bytes);
  const std::vector<std::string> whole = all_pairs(source);
  std::vector<std::string> joined;
  source.segment.count = 3;
  for (source.segment.index = 0; source.segment.index < 3; ++source.segment.index) {
    const std::vector<std::string> part = all_pairs(source);
    joined.insert(joined.end(), part.begin(), part.end());
  }
  require(joined == whole, "segments one after the other are the whole");
}

void read_documents(std::string_view bytes) {
  Source source = source_of(bytes);
  if (bytes.size() % 2) source.paths.push_back(source.paths.front());
  DocumentReader reader(source);
  for (std::vector<std::string> texts; reader.next(texts);)
    require(std::ssize(texts) == reader.languages(), "a text a language");
}

void read_text(std::string_view bytes) {
  constexpr const char* pipelines[] = {"icu",       "nfkc,lower,icu", "words",           "lower,penn",
                                       "lower,icu", "nfkc,chars:2-4", "space,grams:1-3", "nfkc,penn,grams:2"};
  static std::vector<Tokeniser> tokenisers;
  if (tokenisers.empty())
    for (const char* pipeline : pipelines) tokenisers.push_back(TextPipeline::parse(pipeline).make());
  static const Romaniser romanise;
  CorpusReader reader(source_of(bytes));
  for (std::string text; reader.next(text);) {
    for (Tokeniser& tokeniser : tokenisers)
      for (const std::string_view token : tokeniser.tokens(text)) require(is_utf8(token), "a token is UTF-8");
    require(is_utf8(romanise(text)), "a romanised text is UTF-8");
  }
  read_tagged_text(source_of(bytes), "_", one_thread());
  std::vector<std::string_view> fields;
  for (std::size_t at = 0; at < bytes.size(); at += fields.back().size() + 1)
    fields.push_back(bytes.substr(at, bytes.find(' ', at) - at));
  weighted_words(fields);
}

void read_tables(std::string_view bytes) {
  const unsigned choice = take_choice(bytes);
  constexpr TableLayout layouts[] = {TableLayout::table, TableLayout::long_form, TableLayout::categories};
  constexpr char separators[] = {0, ',', '\t', ';'};
  const Source source{.paths = {input_file(bytes)},
                      .header = (choice & 16) != 0,
                      .on_bad_line = (choice & 32) != 0 ? BadLine::skip : BadLine::stop};
  DroppedLabels dropped;
  drop_empty(from_entries(read_table(source, layouts[(choice & 3) % 3], one_thread(), separators[choice >> 2 & 3])),
             dropped);
}

void read_gold(std::string_view bytes) {
  using Read = std::unique_ptr<Gold> (*)(const Source&, const GoldOptions&, const Run&);
  constexpr Read kinds[] = {read_list_gold,    read_label_gold,  read_value_gold,    read_retrieval_gold,
                            read_analogy_gold, read_choice_gold, read_question_gold, read_matching_gold};
  const unsigned choice = take_choice(bytes);
  const Source source{.paths = {input_file(bytes)},
                      .header = (choice & 16) != 0,
                      .on_bad_line = (choice & 32) != 0 ? BadLine::skip : BadLine::stop};
  GoldOptions options;
  options.lists = source.paths.front();
  options.analogy = "add";
  options.label = options.value = "3";
  if ((choice & 8) != 0) options.group = "4";
  kinds[choice & 7](source, options, one_thread());
}

void read_compressed(std::string_view bytes) {
  const std::string path = input_file(bytes);
  Input::first_bytes(path, 9);
  LineReader reader(path, 1 << 20);
  for (std::string_view line; reader.next(line);) require(line.size() <= 1 << 20, "a line is no longer than allowed");
}

}  // namespace couplet::fuzz
