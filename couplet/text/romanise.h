// Names and words of any script in the letters of ASCII.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace couplet {

/// ICU's transliteration "Any-Latin; Latin-ASCII; Lower": ахим -> ahim, Müller -> muller, 東京 -> dong jing. Rules, no
/// dictionary: vowels that a script does not write stay away. Not thread-safe: one a thread.
class Romaniser {
 public:
  /// Error(internal) when ICU's data is not there.
  Romaniser();
  ~Romaniser();
  Romaniser(Romaniser&&) noexcept;

  /// The text (valid UTF-8) in Latin letters, lower case. What ICU cannot turn stays as it is.
  std::string operator()(std::string_view text) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace couplet
