#include "couplet/text/corpus_reader.h"

#include <fmt/format.h>

#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/base/reading_limit.h"
#include "couplet/text/field_reader.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::int64_t read_bytes = std::int64_t{1} << 16;

/// The documents of one file.
class DocumentSource {
 public:
  virtual ~DocumentSource() = default;
  virtual bool next(std::string& document) = 0;
  virtual std::string place() const = 0;
  virtual std::int64_t skipped() const = 0;
  virtual std::int64_t position() const = 0;
  virtual std::int64_t size() const { return 0; }
};

/// Lines of a file that are in the segment.
struct Part {
  std::string path;
  ByteRange range;
};

class Lines : public DocumentSource {
 public:
  Lines(const std::string& path, ByteRange range, BadLine on_bad_line)
      : lines_(path, range), skip_(on_bad_line == BadLine::skip) {}

  bool next(std::string& document) override {
    std::string_view line;
    while (lines_.next(line)) {
      if (is_utf8(line)) {
        document.assign(line);
        return true;
      }
      if (!skip_) require_utf8(line, lines_.place());
      ++skipped_;
    }
    return false;
  }
  std::string place() const override { return lines_.place(); }
  std::int64_t skipped() const override { return skipped_; }
  std::int64_t position() const override { return lines_.position(); }

 private:
  LineReader lines_;
  bool skip_;
  std::int64_t skipped_ = 0;
};

class Fields : public DocumentSource {
 public:
  explicit Fields(Source rows) : reader_(std::move(rows), {"text"}) {}
  Fields(Source file, ByteRange range) : reader_(std::move(file), {"text"}, range) {}

  bool next(std::string& document) override {
    if (!reader_.next(fields_)) return false;
    document.swap(fields_[0]);
    return true;
  }
  std::string place() const override { return reader_.place(); }
  std::int64_t skipped() const override { return reader_.skipped(); }
  std::int64_t position() const override { return reader_.position(); }
  std::int64_t size() const override { return reader_.size(); }

 private:
  FieldReader reader_;
  std::vector<std::string> fields_;
};

class WholeFile : public DocumentSource {
 public:
  WholeFile(const std::string& path, BadLine on_bad_line) : input_(path), skip_(on_bad_line == BadLine::skip) {}

  bool next(std::string& document) override {
    if (done_) return false;
    done_ = true;
    document.clear();
    for (;;) {
      const std::size_t length = document.size();
      document.resize(length + static_cast<std::size_t>(read_bytes));
      const std::int64_t count = input_.read(document.data() + length, read_bytes);
      document.resize(length + static_cast<std::size_t>(count));
      if (std::ssize(document) > longest_text()) refuse_long_text(input_.name(), "the file", longest_text());
      if (count == 0) break;
    }
    if (!is_utf8(document)) {
      if (!skip_) require_utf8(document, input_.name());
      ++skipped_;
      return false;
    }
    if (document.starts_with(byte_order_mark)) document.erase(0, byte_order_mark.size());
    return true;
  }
  std::string place() const override { return input_.name(); }
  std::int64_t skipped() const override { return skipped_; }
  std::int64_t position() const override { return input_.position(); }

 private:
  Input input_;
  bool skip_;
  bool done_ = false;
  std::int64_t skipped_ = 0;
};

}  // namespace

struct CorpusReader::State {
  explicit State(Source given) : files(std::move(given)) {
    if (files.rows) {
      current = std::make_unique<Fields>(files);
      return;
    }
    std::vector<std::int64_t> lengths;  // what segments are made of
    std::int64_t total = 0;
    for (const std::string& path : files.paths) {
      lengths.push_back(files.format == "files" ? 1 : file_bytes(path).value_or(1));
      total += lengths.back();
    }
    const auto [begin, end] = files.segment.of(total);
    std::int64_t before = 0;
    for (std::size_t i = 0; i < lengths.size(); before += lengths[i++]) {
      if (files.segment.whole())
        parts.push_back({files.paths[i], {}});
      else if (before < end && before + lengths[i] > begin)
        parts.push_back(
            {files.paths[i], {std::max<std::int64_t>(begin - before, 0), std::min(end - before, lengths[i])}});
    }
  }

  std::int64_t size() const {
    if (files.rows) return current->size();
    std::int64_t sum = 0;
    for (const Part& part : parts) {
      const std::optional<std::int64_t> bytes = file_bytes(part.path);
      if (!bytes) return 0;
      const bool cut = !files.segment.whole() && files.format != "files";
      sum += cut ? part.range.end - part.range.begin : *bytes;
    }
    return sum;
  }

  std::unique_ptr<DocumentSource> open(const Part& part) const {
    if (files.format == "files") return std::make_unique<WholeFile>(part.path, files.on_bad_line);
    if (files.format == "lines" || (files.format == "auto" && files.columns.empty()))
      return std::make_unique<Lines>(part.path, part.range, files.on_bad_line);
    Source file = files;
    file.paths = {part.path};
    if (files.format == "tsv" && files.columns.empty()) file.columns = "1";
    return std::make_unique<Fields>(std::move(file), part.range);
  }

  Source files;
  std::vector<Part> parts;  // what is in the segment
  std::size_t opened = 0;   // parts opened so far
  std::unique_ptr<DocumentSource> current;
  std::int64_t skipped_before = 0, position_before = 0;  // of the parts read to the end
};

CorpusReader::CorpusReader(Source files) {
  const std::string& format = files.format;
  if (files.paths.empty() && !files.rows)
    throw Error(ErrorCode::usage, "", "no files of documents", "name at least one");
  if (format != "auto" && format != "lines" && format != "tsv" && format != "jsonl" && format != "files")
    throw Error(ErrorCode::usage, "--format", fmt::format("unknown format \"{}\"", format),
                "use auto, lines, tsv, jsonl or files");
  if (files.header && !files.rows &&
      (format == "lines" || format == "files" || (format == "auto" && files.columns.empty())))
    throw Error(ErrorCode::usage, "--header", "lines of text have no header",
                "it is for a TSV: choose a column with --columns");
  if (!files.columns.empty()) {
    if (format == "lines" || format == "files")
      throw Error(ErrorCode::usage, "--columns", fmt::format("the format \"{}\" has no columns", format),
                  "use tsv or jsonl");
    if (split_columns(files.columns).size() != 1)
      throw Error(ErrorCode::usage, "--columns",
                  fmt::format("\"{}\" names several columns, expected one", files.columns));
  }
  state_ = std::make_unique<State>(std::move(files));
}

CorpusReader::~CorpusReader() = default;
CorpusReader::CorpusReader(CorpusReader&&) noexcept = default;
CorpusReader& CorpusReader::operator=(CorpusReader&&) noexcept = default;

bool CorpusReader::next(std::string& document) {
  State& state = *state_;
  for (;;) {
    if (state.current && state.current->next(document)) return true;
    if (state.opened == state.parts.size()) return false;
    if (state.current) {
      state.skipped_before += state.current->skipped();
      state.position_before += state.current->position();
    }
    state.current.reset();
    state.current = state.open(state.parts[state.opened]);
    ++state.opened;
  }
}

std::string CorpusReader::place() const { return state_->current ? state_->current->place() : ""; }

std::int64_t CorpusReader::skipped() const {
  return state_->skipped_before + (state_->current ? state_->current->skipped() : 0);
}

std::int64_t CorpusReader::size() const { return state_->size(); }

std::int64_t CorpusReader::position() const {
  return state_->position_before + (state_->current ? state_->current->position() : 0);
}

}  // namespace couplet
