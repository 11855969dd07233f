// A text with blanks and what could fill them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// What another program thinks of the options of one question.
struct OutsideScores {
  std::string name;            // of the scorer: "file-" and the name of its column
  std::vector<double> values;  // by option; NaN: not known
};

/// A text with one or two blanks, and what could fill them.
struct BlankQuestion {
  std::string id;
  std::vector<std::string> pieces;                // the text around the blanks: one more than there are blanks
  std::vector<std::vector<std::string>> options;  // each has one filler a blank
  std::int64_t answer = -1;                       // number of the right option; -1: not given
  std::vector<OutsideScores> outside = {};        // joined models may want them

  std::size_t blanks() const { return pieces.size() - 1; }
  /// The text with the fillers in their places.
  std::string filled(std::span<const std::string> fillers) const;
};

/// The pieces of a text between its blanks: runs of three or more underscores. Error(data) with the place when there
/// is none, or more than two.
std::vector<std::string> split_blanks(std::string_view text, const std::string& place);

}  // namespace couplet
