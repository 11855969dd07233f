#include "couplet/text/pair_reader.h"

#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/text/aligned_lines.h"
#include "couplet/text/field_reader.h"

namespace couplet {

class PairReader::Layout {
 public:
  virtual ~Layout() = default;
  virtual bool next(TextPair& pair) = 0;
  virtual std::string_view line() const = 0;
  virtual std::string header_line() const { return ""; }
  virtual std::string place() const = 0;
  virtual std::int64_t skipped() const = 0;
  virtual std::int64_t position() const = 0;
  virtual std::int64_t size() const = 0;
};

namespace {

/// Both texts in a line of one file, or in a row.
class OneFile : public PairReader::Layout {
 public:
  explicit OneFile(const Source& files) : reader_(checked(files), {"left", "right"}) {}

  bool next(TextPair& pair) override {
    if (!reader_.next(fields_)) return false;
    pair.left.swap(fields_[0]);
    pair.right.swap(fields_[1]);
    pair.extra.assign(fields_.begin() + 2, fields_.end());
    return true;
  }
  std::string_view line() const override { return reader_.line(); }
  std::string header_line() const override { return reader_.header_line(); }
  std::string place() const override { return reader_.place(); }
  std::int64_t skipped() const override { return reader_.skipped(); }
  std::int64_t position() const override { return reader_.position(); }
  std::int64_t size() const override { return reader_.size(); }

 private:
  static const Source& checked(const Source& files) {
    if (!files.columns.empty() && split_columns(files.columns).size() < 2)
      throw Error(ErrorCode::usage, "--columns", fmt::format("\"{}\" names one column, expected two", files.columns),
                  "use --columns 1,2");
    return files;
  }

  FieldReader reader_;
  std::vector<std::string> fields_;
};

/// Line i of one file and line i of the other.
class TwoFiles : public PairReader::Layout {
 public:
  explicit TwoFiles(const Source& files)
      : lines_(checked(files), "line i of one file must belong to line i of the other") {}

  bool next(TextPair& pair) override {
    if (!lines_.next(texts_)) return false;
    line_ = texts_[0] + '\t' + texts_[1];
    pair.left.swap(texts_[0]);
    pair.right.swap(texts_[1]);
    pair.extra.clear();
    return true;
  }
  std::string_view line() const override { return line_; }
  std::string place() const override { return lines_.place(); }
  std::int64_t skipped() const override { return lines_.skipped(); }
  std::int64_t position() const override { return lines_.position(); }
  std::int64_t size() const override { return lines_.size(); }

 private:
  static const Source& checked(const Source& files) {
    const std::string remedy = "it is for one file with both texts in each line";
    if (!files.columns.empty()) throw Error(ErrorCode::usage, "--columns", "two files have no columns", remedy);
    if (!files.further.empty()) throw Error(ErrorCode::usage, files.further[0], "two files have no columns", remedy);
    if (files.header) throw Error(ErrorCode::usage, "--header", "two files have no header", remedy);
    if (files.format != "auto") throw Error(ErrorCode::usage, "--format", "two files are read as plain lines", remedy);
    if (files.paths[0] == "-" && files.paths[1] == "-")
      throw Error(ErrorCode::usage, "-", "standard input cannot be both files", "give one of them by name");
    return files;
  }

  AlignedLines lines_;
  std::vector<std::string> texts_;
  std::string line_;
};

}  // namespace

PairReader::PairReader(Source files) {
  if (!files.rows && (files.paths.empty() || files.paths.size() > 2))
    throw Error(ErrorCode::usage, "", fmt::format("{} files of pairs, expected one or two", files.paths.size()),
                "give one file with both texts in each line, or two files");
  if (files.rows || files.paths.size() == 1)
    layout_ = std::make_unique<OneFile>(files);
  else
    layout_ = std::make_unique<TwoFiles>(files);
}

PairReader::~PairReader() = default;
PairReader::PairReader(PairReader&&) noexcept = default;
PairReader& PairReader::operator=(PairReader&&) noexcept = default;

bool PairReader::next(TextPair& pair) { return layout_->next(pair); }
std::string_view PairReader::line() const { return layout_->line(); }
std::string PairReader::header_line() const { return layout_->header_line(); }
std::string PairReader::place() const { return layout_->place(); }
std::int64_t PairReader::skipped() const { return layout_->skipped(); }
std::int64_t PairReader::position() const { return layout_->position(); }
std::int64_t PairReader::size() const { return layout_->size(); }

}  // namespace couplet
