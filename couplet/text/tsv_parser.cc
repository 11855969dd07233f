#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/text/field_parser.h"

namespace couplet {
namespace {

class TsvParser : public FieldParser {
 public:
  explicit TsvParser(TsvLayout layout) : layout_(std::move(layout)) {}

  bool parse(std::string_view line, const LineReader& reader, std::vector<std::string>& fields) override {
    parts_.clear();
    for (;;) {
      const std::size_t tab = line.find('\t');
      parts_.push_back(line.substr(0, tab));
      if (tab == std::string_view::npos) break;
      line.remove_prefix(tab + 1);
    }
    if (parts_.size() < layout_.expected || (parts_.size() > layout_.expected && !layout_.more_allowed)) fail(reader);
    if (layout_.columns.empty()) {
      fields.assign(parts_.begin(), parts_.end());
      return true;
    }
    fields.resize(layout_.columns.size());
    for (std::size_t i = 0; i < fields.size(); ++i) fields[i].assign(parts_[layout_.columns[i]]);
    return true;
  }

 private:
  [[noreturn]] void fail(const LineReader& reader) const {
    if (parts_.size() == 1 && parts_[0].empty())
      throw Error(ErrorCode::data, reader.place(), "an empty line",
                  "remove it, or leave out what cannot be read with --on-bad-line skip");
    std::string remedy;
    if (!layout_.wanted.empty())
      remedy = fmt::format("the columns wanted are {}", layout_.wanted);
    else if (parts_.size() < layout_.expected)
      remedy = "separate columns by a tab";
    else
      remedy = layout_.expected == 1 ? "use --columns 1" : "use --columns 1,2";
    if (layout_.wanted.empty() && parts_.size() > layout_.expected && reader.line_number() == 1)
      remedy += ", with --header if this line names the columns";
    throw Error(ErrorCode::data, reader.place(),
                fmt::format("{} column{}, expected {}{}", parts_.size(), parts_.size() == 1 ? "" : "s",
                            layout_.more_allowed ? "at least " : "", layout_.expected),
                remedy);
  }

  TsvLayout layout_;
  std::vector<std::string_view> parts_;
};

}  // namespace

std::unique_ptr<FieldParser> make_tsv_parser(TsvLayout layout) {
  return std::make_unique<TsvParser>(std::move(layout));
}

}  // namespace couplet
