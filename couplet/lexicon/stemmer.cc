#include "couplet/lexicon/stemmer.h"

#include <libstemmer.h>

#include <limits>

#include "couplet/base/error.h"

namespace couplet {

struct Stemmer::State {
  sb_stemmer* stemmer = nullptr;
  explicit State(const std::string& algorithm) : stemmer(sb_stemmer_new(algorithm.c_str(), nullptr)) {}
  ~State() { sb_stemmer_delete(stemmer); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

Stemmer::Stemmer(const std::string& algorithm) : state_(std::make_unique<State>(algorithm)) {
  if (state_->stemmer) return;
  std::string known;
  for (const std::string& name : algorithms()) known += (known.empty() ? "" : ", ") + name;
  throw Error(ErrorCode::usage, "", "there is no stemmer '" + algorithm + "'", "known are: " + known);
}

Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;

std::string_view Stemmer::stem(std::string_view word) {
  if (word.size() > std::numeric_limits<int>::max()) return word;
  const auto* bytes =
      sb_stemmer_stem(state_->stemmer, reinterpret_cast<const sb_symbol*>(word.data()), static_cast<int>(word.size()));
  if (!bytes) throw Error(ErrorCode::io, "", "no memory for a stem");
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(sb_stemmer_length(state_->stemmer))};
}

std::vector<std::string> Stemmer::algorithms() {
  std::vector<std::string> names;
  for (const char** name = sb_stemmer_list(); *name; ++name) names.emplace_back(*name);
  return names;
}

}  // namespace couplet
