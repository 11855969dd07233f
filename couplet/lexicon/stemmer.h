// Stems: Porter's original algorithm and the Snowball family, through Debian's libstemmer.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// Cuts endings off. Not to be shared between threads: one stemmer a thread (it keeps a buffer).
class Stemmer {
 public:
  /// "porter", or a Snowball language: "english", "german", ... Error(usage) that lists the names otherwise.
  explicit Stemmer(const std::string& algorithm);
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;

  /// The stem of a word in lower case, valid until the next call. Error(io) when memory runs out.
  std::string_view stem(std::string_view word);

  /// The algorithms there are.
  static std::vector<std::string> algorithms();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace couplet
