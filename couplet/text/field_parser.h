// From a line to its fields: one parser a format. Used by FieldReader.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/input.h"

namespace couplet {

class FieldParser {
 public:
  virtual ~FieldParser() = default;
  /// Fills fields from a line (valid UTF-8) that `reader` just returned; false when the line is to be passed over.
  /// Throws Error(data) with the reader's place.
  virtual bool parse(std::string_view line, const LineReader& reader, std::vector<std::string>& fields) = 0;
};

/// Columns of a tab-separated line.
struct TsvLayout {
  std::vector<std::size_t> columns;  // from 0, in the order wanted; none: all
  std::size_t expected = 0;          // number of columns of a line: exactly, or
  bool more_allowed = false;         // at least
  std::string wanted;                // as the user named them; may be empty
};
std::unique_ptr<FieldParser> make_tsv_parser(TsvLayout layout);

/// Values of keys of a JSON object.
std::unique_ptr<FieldParser> make_json_parser(std::vector<std::string> keys);

}  // namespace couplet
