#include "couplet/methods/matching/collections.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "couplet/base/error.h"
#include "couplet/base/input.h"

namespace couplet {
namespace {

/// The value for a side of an option that has none, one, or two.
std::string of_side(const std::vector<std::string>& values, int side) {
  if (values.empty()) return "";
  return values[values.size() > 1 ? static_cast<std::size_t>(side) : 0];
}

/// The words that are in most texts; equals by their bytes.
std::vector<std::string> most_frequent(const std::vector<std::vector<std::string>>& texts, std::int64_t count) {
  std::map<std::string, std::int64_t> frequency;
  for (const auto& text : texts) {
    std::map<std::string_view, int> once;
    for (const std::string& term : text)
      if (once.emplace(term, 1).second) ++frequency[term];
  }
  std::vector<std::pair<std::int64_t, std::string>> order;
  for (const auto& [word, texts_with] : frequency) order.emplace_back(-texts_with, word);
  std::sort(order.begin(), order.end());
  std::vector<std::string> words;
  for (std::size_t k = 0; k < std::min(order.size(), static_cast<std::size_t>(count)); ++k)
    words.push_back(order[k].second);
  return words;
}

std::vector<std::string> stop_words(const std::string& spec, const std::vector<std::string>& texts, TermRules rules,
                                    const Run& run) {
  std::vector<std::string> words;
  if (spec.empty()) return words;
  if (spec.rfind("top:", 0) == 0) {
    std::int64_t count = 0;
    const char* const end = spec.data() + spec.size();
    const auto [stop, problem] = std::from_chars(spec.data() + 4, end, count);
    if (problem != std::errc() || stop != end || count < 0)
      throw Error(ErrorCode::usage, "--stop-words", "'" + spec + "' is not top:N", "write top:100, or give a file");
    rules.stemmer.clear();
    return most_frequent(terms_of(texts, rules, run), count);
  }
  LineReader reader(spec);
  std::string_view line;
  while (reader.next(line)) words.emplace_back(line);
  return words;
}

void require_objects(const Collection& collection) {
  if (collection.size() < 2)
    throw Error(ErrorCode::data, collection.name,
                collection.size() == 0 ? "no object" : "a single object has no neighbours to be told by",
                "give at least 2 objects a side");
}

}  // namespace

bool are_names(const Collection& left, const Collection& right) {
  return left.has_texts() && right.has_texts() && look_like_names(left.items.texts) &&
         look_like_names(right.items.texts);
}

CsrMatrix<double> terms_of_side(const Collection& collection, int side, bool names, const MatchOptions& options,
                                const Run& run) {
  TermRules rules;
  rules.pipeline = of_side(options.pipelines, side);
  if (rules.pipeline == "auto")
    rules.pipeline = names                                  ? "nfkc,lower,chars:1-3"
                     : are_unspaced(collection.items.texts) ? "nfkc,lower,icu"
                                                            : "nfkc,lower,words";
  rules.romanise = options.romanise == "on" || (options.romanise == "auto" && names);
  rules.stemmer = of_side(options.stemmers, side);
  rules.stop_words = stop_words(of_side(options.stop_words, side), collection.items.texts, rules, run);
  return weighted_terms(terms_of(collection.items.texts, rules, run), options.weighting);
}

std::vector<KernelPair> make_kernels(const Collection& left, const Collection& right, const MatchOptions& options,
                                     const Run& run) {
  require_objects(left);
  require_objects(right);
  const Index n = left.size(), m = right.size();
  run.memory.require(4 * (3 * (n * n + m * m) + 4 * n * m), "matching with all similarities");
  const bool names = are_names(left, right);
  const auto kernel = [&](const Collection& side, int number, const std::string& spec) {
    MatrixF made;
    if (side.has_texts())
      made = sparse_row_products(terms_of_side(side, number, names, options, run), run);
    else
      made = options.gram ? checked_gram(side.items.rows, side.name) : feature_kernel(side.items.rows, spec, run);
    if (options.method != MatchMethod::ks) mend_negatives(made, options.negatives, side.name);
    return made;
  };
  std::vector<std::string> specs = {options.kernel};
  const bool features = !options.gram && (!left.has_texts() || !right.has_texts());
  if (features && options.method == MatchMethod::automatic && options.kernel == "auto") specs.push_back("auto:0.5");
  std::vector<KernelPair> kernels;
  for (const std::string& spec : specs) kernels.push_back({kernel(left, 0, spec), kernel(right, 1, spec)});
  return kernels;
}

}  // namespace couplet
