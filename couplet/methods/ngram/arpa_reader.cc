#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/methods/ngram/arpa.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

constexpr double not_said = std::numeric_limits<double>::quiet_NaN();

struct ArpaEntry {
  NgramKey key;
  double probability, backoff;
  std::int64_t line;
};

bool by_key(const ArpaEntry& a, const ArpaEntry& b) { return a.key < b.key; }

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return fields;
    const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    fields.push_back(line.substr(begin, end - begin));
    line.remove_prefix(end);
  }
}

class ArpaReader {
 public:
  ArpaReader(const std::string& path, const Run& run) : path_(path), lines_(path), run_(run), layout_(1, 1) {}

  ArpaModel read() {
    for (const std::string_view name : {unknown_name, start_name, end_name}) model_.words.add(name);
    read_header();
    for (int n = 1; n <= order(); ++n) read_section(n);
    if (line_ != "\\end\\") fail(fmt::format("'{}' where \\end\\ should be", line_));
    add_suffixes();
    fill_in();
    build();
    return std::move(model_);
  }

 private:
  int order() const { return static_cast<int>(declared_.size()); }
  std::vector<ArpaEntry>& entries(int n) { return entries_[n - 1]; }

  [[noreturn]] void fail(const std::string& problem, const std::string& remedy = "") const {
    throw Error(ErrorCode::data, lines_.place(), problem, remedy.empty() ? "is it a whole ARPA file?" : remedy);
  }
  [[noreturn]] void fail_at(std::int64_t line, const std::string& problem) const {
    throw Error(ErrorCode::data, fmt::format("{}:{}", path_, line), problem, "write the model again with its tool");
  }

  bool next_line() {
    do {
      if (!lines_.next(line_)) {
        line_ = "the end of the file";
        return false;
      }
      while (!line_.empty() && (line_.back() == ' ' || line_.back() == '\t')) line_.remove_suffix(1);
    } while (line_.empty());
    return true;
  }

  void read_header() {
    if (!next_line() || line_ != "\\data\\") fail("\\data\\ is missing");
    while (next_line() && line_.starts_with("ngram ")) {
      const std::size_t equals = line_.find('=');
      std::int64_t n = 0, count = 0;
      if (equals == std::string_view::npos || !number(line_.substr(6, equals - 6), n) ||
          !number(line_.substr(equals + 1), count) || count < 0)
        fail("not a count of n-grams", "write 'ngram 2=1000'");
      if (n != order() + 1) fail(fmt::format("{}-grams where {}-grams should come", n, order() + 1));
      if (n > highest_order) fail(fmt::format("orders above {} cannot be read", highest_order));
      declared_.push_back(count);
    }
    if (declared_.empty()) fail("no counts of n-grams after \\data\\");
    entries_.resize(declared_.size());
  }

  template <class T>
  static bool number(std::string_view text, T& value) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc() && end == text.data() + text.size();
  }

  double power(std::string_view text, const char* what) const {
    double value = 0;
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    if (!number(text, value) || !std::isfinite(value)) fail(fmt::format("'{}' is no {}", text, what));
    return std::pow(10, value);
  }

  void read_section(int n) {
    if (line_ != fmt::format("\\{}-grams:", n))
      fail(fmt::format("'{}' where \\{}-grams: should be", line_, n), "the sections must come in order, each once");
    if (n == 2) layout_ = NgramLayout(order(), model_.words.size());
    if (n == 2 && !layout_.fits()) fail(fmt::format("{} words are too many", model_.words.size()));
    const std::int64_t section = lines_.line_number();
    std::vector<double> unigrams, backoffs;
    std::int64_t found = 0;
    while (next_line() && line_.front() != '\\') {
      if (++found % 65536 == 0) run_.stop->check();
      read_ngram(n);
    }
    if (found != declared_[n - 1])
      throw Error(ErrorCode::data, fmt::format("{}:{}", path_, section),
                  fmt::format("{} {}-grams, but the header says {}", found, n, declared_[n - 1]),
                  "is it a whole ARPA file?");
    if (n == 1) finish_unigrams();
  }

  void read_ngram(int n) {
    require_utf8(line_, lines_.place());
    const auto fields = fields_of(line_);
    const auto words = static_cast<std::size_t>(n);
    if (fields.size() < words + 1 || fields.size() > words + 2)
      fail(fmt::format("{} fields, expected {} or {}", fields.size(), n + 1, n + 2));
    const double probability = power(fields[0], "log10 of a probability");
    if (probability > 1 + 1e-5) fail(fmt::format("log10 of a probability {} is above 0", fields[0]));
    double backoff = 1;
    if (fields.size() == words + 2) {
      if (n == order()) fail("a back-off weight in the last order");
      backoff = power(fields.back(), "log10 of a back-off weight");
      if (backoff > std::pow(10, NgramTable::most_backoff))
        fail(fmt::format("log10 of a back-off weight {} is above {}", fields.back(), NgramTable::most_backoff));
    }
    if (n == 1) return add_unigram(fields[1], probability, backoff);
    NgramKey key{};
    for (std::size_t i = 1; i <= words; ++i) {
      const std::int64_t word = model_.words.find(fields[i]);
      if (word < 0) fail(fmt::format("'{}' is not among the 1-grams", fields[i]));
      key = layout_.extended(key, static_cast<std::int32_t>(word));
    }
    entries(n).push_back({key, probability, backoff, lines_.line_number()});
  }

  void add_unigram(std::string_view word, double probability, double backoff) {
    const auto number = static_cast<std::size_t>(model_.words.add(word));
    if (number >= unigrams_.size()) unigrams_.resize(number + 1, {{}, not_said, 1, 0});
    if (!std::isnan(unigrams_[number].probability)) fail(fmt::format("the 1-gram '{}' a second time", word));
    unigrams_[number] = {{}, probability, backoff, lines_.line_number()};
  }

  void finish_unigrams() {
    unigrams_.resize(model_.words.size(), {{}, not_said, 1, 0});
    layout_ = NgramLayout(order(), model_.words.size());
    for (std::size_t i = 0; i < unigrams_.size(); ++i) {
      if (std::isnan(unigrams_[i].probability)) unigrams_[i].probability = 0;
      unigrams_[i].key = layout_.extended({}, static_cast<std::int32_t>(i));
    }
    unigrams_[sentence_start].probability = 0;
    entries(1) = std::move(unigrams_);
  }

  const ArpaEntry* find(int n, const NgramKey& key) {
    const auto& all = entries(n);
    const auto at = std::lower_bound(all.begin(), all.end(), ArpaEntry{key, 0, 0, 0}, by_key);
    return at != all.end() && at->key == key ? &*at : nullptr;
  }

  /// Longest n-grams first, so that an added one gets its own suffix too.
  void add_suffixes() {
    for (int n = 2; n <= order(); ++n) {
      std::stable_sort(entries(n).begin(), entries(n).end(), by_key);
      const auto twice = std::adjacent_find(entries(n).begin(), entries(n).end(),
                                            [](const ArpaEntry& a, const ArpaEntry& b) { return a.key == b.key; });
      if (twice != entries(n).end()) fail_at((twice + 1)->line, fmt::format("a {}-gram a second time", n));
      for (const ArpaEntry& entry : entries(n))
        if (!find(n - 1, layout_.without_last(entry.key)))
          fail_at(entry.line, fmt::format("a {}-gram whose history is not among the {}-grams", n, n - 1));
    }
    for (int n = order(); n > 2; --n) {
      std::vector<ArpaEntry> missing;
      for (const ArpaEntry& entry : entries(n)) {
        const NgramKey suffix = layout_.without_first(entry.key, n);
        if (!find(n - 1, suffix)) missing.push_back({suffix, not_said, 1, entry.line});
      }
      std::sort(missing.begin(), missing.end(), by_key);
      const auto same = [](const ArpaEntry& a, const ArpaEntry& b) { return a.key == b.key; };
      missing.erase(std::unique(missing.begin(), missing.end(), same), missing.end());
      model_.added += static_cast<std::int64_t>(missing.size());
      auto& shorter = entries(n - 1);
      const auto middle = static_cast<std::ptrdiff_t>(shorter.size());
      shorter.insert(shorter.end(), missing.begin(), missing.end());
      std::inplace_merge(shorter.begin(), shorter.begin() + middle, shorter.end(), by_key);
    }
  }

  void fill_in() {
    for (int n = 2; n < order(); ++n)
      for (ArpaEntry& entry : entries(n)) {
        if (!std::isnan(entry.probability)) continue;
        const ArpaEntry* history = find(n - 1, layout_.without_last(entry.key));
        entry.probability =
            (history ? history->backoff : 1) * find(n - 1, layout_.without_first(entry.key, n))->probability;
      }
  }

  void build() {
    for (int n = 1; n <= order(); ++n) {
      BackoffLevel& level = model_.trie.levels.emplace_back();
      for (const ArpaEntry& entry : entries(n)) {
        level.words.push_back(layout_.word(entry.key, n - 1));
        level.probability.push_back(entry.probability);
        level.backoff.push_back(entry.backoff);
        if (n == 1) continue;
        const ArpaEntry* suffix = find(n - 1, layout_.without_first(entry.key, n));
        level.parents.push_back(static_cast<std::int32_t>(suffix - entries(n - 1).data()));
      }
      if (n == 1) continue;
      BackoffLevel& up = model_.trie.levels[n - 2];
      up.first_child.assign(up.size() + 1, 0);
      for (const std::int32_t parent : level.parents) ++up.first_child[static_cast<std::size_t>(parent) + 1];
      for (std::size_t i = 1; i < up.first_child.size(); ++i) up.first_child[i] += up.first_child[i - 1];
    }
  }

  std::string path_;
  LineReader lines_;
  const Run& run_;
  NgramLayout layout_;
  std::string_view line_;
  std::vector<std::int64_t> declared_;
  std::vector<ArpaEntry> unigrams_;
  std::vector<std::vector<ArpaEntry>> entries_;
  ArpaModel model_;
};

}  // namespace

bool is_arpa_file(const std::string& path) {
  const std::string start = Input::first_bytes(path, std::int64_t{1} << 12);
  std::string_view rest = start;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  for (std::size_t end = 0; end != std::string_view::npos; rest.remove_prefix(std::min(end + 1, rest.size()))) {
    end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) return line.starts_with("\\data\\");
  }
  return false;
}

ArpaModel read_arpa(const std::string& path, const Run& run) {
  Stage stage(*run.observer, "reading " + path);
  return ArpaReader(path, run).read();
}

}  // namespace couplet
