#include "couplet/lexicon/wordnet.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <optional>
#include <unordered_map>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/lexicon/thesaurus.h"
#include "couplet/text/utf8.h"

namespace couplet {

namespace {

constexpr std::string_view file_endings[] = {"noun", "verb", "adj", "adv"};

const std::string damaged = "install the Debian package wordnet-base again";

/// The fields of one line, each taken once.
class Fields {
 public:
  Fields(std::string_view line, const LineReader& reader) : rest_(line), reader_(reader) {}

  std::string_view next(const char* what) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
    const std::string_view field = rest_.substr(0, rest_.find(' '));
    if (field.empty()) fail(std::string("the line ends before its ") + what);
    rest_.remove_prefix(field.size());
    return field;
  }
  std::int32_t number(const char* what, int base = 10) { return parse(next(what), what, base); }
  std::int32_t parse(std::string_view field, const char* what, int base) const {
    std::int32_t value = 0;
    const auto [end, failure] = std::from_chars(field.data(), field.data() + field.size(), value, base);
    if (failure != std::errc() || end != field.data() + field.size() || value < 0)
      fail(fmt::format("'{}' is no {}", field.substr(0, 40), what));
    return value;
  }
  [[noreturn]] void fail(const std::string& problem) const {
    throw Error(ErrorCode::data, reader_.place(), problem, damaged);
  }

 private:
  std::string_view rest_;
  const LineReader& reader_;
};

std::optional<PartOfSpeech> part_of(std::string_view letter) {
  if (letter == "n") return PartOfSpeech::noun;
  if (letter == "v") return PartOfSpeech::verb;
  if (letter == "a" || letter == "s") return PartOfSpeech::adjective;
  if (letter == "r") return PartOfSpeech::adverb;
  return std::nullopt;
}

/// The relation of a pointer symbol (wninput(5WN)).
std::optional<Relation> relation_of(std::string_view symbol, PartOfSpeech source) {
  using enum Relation;
  static const std::unordered_map<std::string_view, Relation> table = {{"!", antonym},
                                                                       {"&", similar},
                                                                       {"+", derived},
                                                                       {"\\", pertainym},
                                                                       {"<", participle},
                                                                       {"^", also_see},
                                                                       {"$", verb_group},
                                                                       {"@", hypernym},
                                                                       {"@i", instance_hypernym},
                                                                       {"~", hyponym},
                                                                       {"~i", instance_hyponym},
                                                                       {"*", entailment},
                                                                       {">", cause},
                                                                       {"#m", member_holonym},
                                                                       {"#s", substance_holonym},
                                                                       {"#p", part_holonym},
                                                                       {"%m", member_meronym},
                                                                       {"%s", substance_meronym},
                                                                       {"%p", part_meronym},
                                                                       {";c", topic},
                                                                       {"-c", topic_member},
                                                                       {";r", region},
                                                                       {"-r", region_member},
                                                                       {";u", usage},
                                                                       {"-u", usage_member}};
  if (symbol == "=") return source == PartOfSpeech::noun ? attribute_value : attribute;
  const auto found = table.find(symbol);
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

/// "galore(ip)" -> "galore": the place an adjective may take.
std::string_view without_marker(std::string_view word) {
  for (const std::string_view marker : {"(a)", "(p)", "(ip)"})
    if (word.ends_with(marker)) return word.substr(0, word.size() - marker.size());
  return word;
}

}  // namespace

/// Reads the files into a WordNet; pointers are resolved when all synsets are known.
class WordNetReader {
 public:
  explicit WordNetReader(std::string directory) : directory_(std::move(directory)) {}

  WordNet read(const Run& run) {
    for (const PartOfSpeech part : parts_of_speech)
      for (const char* kind : {"data", "index"})
        if (const std::string path = path_of(kind, part); !std::filesystem::is_regular_file(path))
          throw Error(ErrorCode::io, path, "no WordNet database there",
                      "install the Debian package wordnet-base, or give the directory that has data.noun");
    Stage stage(*run.observer, "reading WordNet", 8, "files");
    std::int64_t done = 0;
    for (const PartOfSpeech part : parts_of_speech) {
      read_data(part);
      run.stop->check();
      stage.advance_to(++done);
    }
    resolve_pointers();
    for (const PartOfSpeech part : parts_of_speech) {
      read_index(part);
      run.stop->check();
      stage.advance_to(++done);
      const std::string exceptions = directory_ + "/" + std::string(ending(part)) + ".exc";
      if (std::filesystem::is_regular_file(exceptions)) net_.inflections_.read(exceptions, part);
    }
    collect_senses();
    return std::move(net_);
  }

 private:
  struct Pending {
    std::int32_t offset;
    PartOfSpeech part;
    std::int64_t line;
  };
  struct Sense {
    std::int64_t slot;  // lemma * 4 + part
    std::int32_t synset;
  };

  static std::string_view ending(PartOfSpeech part) { return file_endings[static_cast<std::size_t>(part)]; }
  std::string path_of(const char* kind, PartOfSpeech part) const {
    return directory_ + "/" + kind + "." + std::string(ending(part));
  }

  void read_data(PartOfSpeech part) {
    LineReader reader(path_of("data", part));
    auto& synsets = by_offset_[static_cast<std::size_t>(part)];
    std::string form;
    for (std::string_view line; reader.next(line);) {
      if (line.empty() || line.starts_with("  ")) continue;  // the licence
      Fields fields(line, reader);
      const std::int32_t offset = fields.number("synset offset");
      fields.number("lexicographer file number");
      const std::string_view type = fields.next("synset type");
      if (part_of(type) != part) fields.fail(fmt::format("'{}' is not a synset type of this file", type));
      const auto number = static_cast<std::int32_t>(net_.size());
      if (number == std::numeric_limits<std::int32_t>::max()) fields.fail("more than 2^31 synsets");
      if (!synsets.emplace(offset, number).second) fields.fail("the same synset offset twice");
      net_.parts_.push_back(part);
      const std::int32_t words = fields.number("word count", 16);
      if (words == 0) fields.fail("a synset without words");
      for (std::int32_t i = 0; i < words; ++i) {
        const std::string_view word = without_marker(fields.next("words"));
        require_utf8(word, reader.place());
        thesaurus_form(word, form);
        if (form.empty()) fields.fail("an empty word");
        net_.words_.push_back(static_cast<std::int32_t>(net_.lemmas_.add(form)));
        fields.next("lex_id");
      }
      net_.word_offsets_.push_back(static_cast<std::int64_t>(net_.words_.size()));
      const std::int32_t pointers = fields.number("pointer count");
      for (std::int32_t i = 0; i < pointers; ++i) read_pointer(fields, part, words, reader.line_number());
      net_.pointer_offsets_.push_back(static_cast<std::int64_t>(net_.pointers_.size()));
    }
  }

  void read_pointer(Fields& fields, PartOfSpeech part, std::int32_t words, std::int64_t line) {
    const std::string_view symbol = fields.next("pointers");
    const auto relation = relation_of(symbol, part);
    if (!relation) fields.fail("'" + std::string(symbol.substr(0, 40)) + "' is not a pointer symbol");
    const std::int32_t offset = fields.number("pointer offset");
    const std::string_view letter = fields.next("pointer's part of speech");
    const auto target = part_of(letter);
    if (!target) fields.fail("'" + std::string(letter.substr(0, 40)) + "' is no part of speech");
    const std::string_view ends = fields.next("source/target");
    if (ends.size() != 4) fields.fail("'" + std::string(ends.substr(0, 40)) + "' is no source/target");
    const std::int32_t source_word = fields.parse(ends.substr(0, 2), "source word", 16);
    const std::int32_t target_word = fields.parse(ends.substr(2), "target word", 16);
    if (source_word > words) fields.fail("a pointer from a word that the synset does not have");
    net_.pointers_.push_back(
        {*relation, static_cast<std::uint8_t>(source_word), static_cast<std::uint8_t>(target_word), 0});
    pending_.push_back({offset, *target, line});
  }

  void resolve_pointers() {
    for (std::int64_t synset = 0; synset < net_.size(); ++synset) {
      for (std::int64_t i = net_.pointer_offsets_[synset]; i < net_.pointer_offsets_[synset + 1]; ++i) {
        const Pending& pending = pending_[i];
        const auto fail = [&](const char* problem) {
          throw Error(ErrorCode::data, path_of("data", net_.part(synset)) + ":" + std::to_string(pending.line), problem,
                      damaged);
        };
        const auto& synsets = by_offset_[static_cast<std::size_t>(pending.part)];
        const auto found = synsets.find(pending.offset);
        if (found == synsets.end()) fail("a pointer to a synset that is not there");
        WordNetPointer& pointer = net_.pointers_[i];
        pointer.target = found->second;
        if (pointer.target_word > net_.words(pointer.target).size())
          fail("a pointer to a word that the synset does not have");
      }
    }
  }

  void read_index(PartOfSpeech part) {
    LineReader reader(path_of("index", part));
    const auto& synsets = by_offset_[static_cast<std::size_t>(part)];
    std::string form;
    for (std::string_view line; reader.next(line);) {
      if (line.empty() || line.starts_with("  ")) continue;
      Fields fields(line, reader);
      const std::string_view lemma = fields.next("lemma");
      require_utf8(lemma, reader.place());
      thesaurus_form(lemma, form);
      const std::int64_t number = net_.lemmas_.find(form);
      if (number < 0) fields.fail("'" + form + "' is in no synset");
      if (part_of(fields.next("part of speech")) != part) fields.fail("another part of speech than the file's");
      const std::int32_t count = fields.number("synset count");
      for (std::int32_t left = fields.number("pointer count"); left > 0; --left) fields.next("pointer symbols");
      fields.number("sense count");
      fields.number("tagged sense count");
      for (std::int32_t i = 0; i < count; ++i) {
        const auto found = synsets.find(fields.number("synset offset"));
        if (found == synsets.end()) fields.fail("a sense that is not in the data file");
        senses_.push_back({number * 4 + static_cast<std::int64_t>(part), found->second});
      }
    }
  }

  void collect_senses() {
    std::stable_sort(senses_.begin(), senses_.end(), [](const Sense& a, const Sense& b) { return a.slot < b.slot; });
    net_.sense_offsets_.assign(net_.lemmas_.size() * 4 + 1, 0);
    for (const Sense& sense : senses_) ++net_.sense_offsets_[sense.slot + 1];
    for (std::size_t i = 1; i < net_.sense_offsets_.size(); ++i) net_.sense_offsets_[i] += net_.sense_offsets_[i - 1];
    net_.senses_.reserve(senses_.size());
    for (const Sense& sense : senses_) net_.senses_.push_back(sense.synset);
  }

  std::string directory_;
  WordNet net_;
  std::unordered_map<std::int32_t, std::int32_t> by_offset_[4];
  std::vector<Pending> pending_;  // of each pointer
  std::vector<Sense> senses_;
};

WordNet WordNet::read(const std::string& directory, const Run& run) { return WordNetReader(directory).read(run); }

std::span<const std::int32_t> WordNet::senses(std::int64_t lemma, PartOfSpeech part) const {
  const std::int64_t slot = lemma * 4 + static_cast<std::int64_t>(part);
  return std::span(senses_).subspan(sense_offsets_[slot], sense_offsets_[slot + 1] - sense_offsets_[slot]);
}

}  // namespace couplet
