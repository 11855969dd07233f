#include "couplet/text/corpus_reader.h"

#include <fmt/format.h>

#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
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
};

class Lines : public DocumentSource {
 public:
  Lines(const std::string& path, BadLine on_bad_line) : lines_(path), skip_(on_bad_line == BadLine::skip) {}

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
  std::int64_t position() const override { return lines_.input().position(); }

 private:
  LineReader lines_;
  bool skip_;
  std::int64_t skipped_ = 0;
};

class Fields : public DocumentSource {
 public:
  explicit Fields(Source file) : reader_(std::move(file), {"text"}) {}

  bool next(std::string& document) override {
    if (!reader_.next(fields_)) return false;
    document.swap(fields_[0]);
    return true;
  }
  std::string place() const override { return reader_.place(); }
  std::int64_t skipped() const override { return reader_.skipped(); }
  std::int64_t position() const override { return reader_.position(); }

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
  std::unique_ptr<DocumentSource> open(const std::string& path) const {
    if (files.format == "files") return std::make_unique<WholeFile>(path, files.on_bad_line);
    if (files.format == "lines" || (files.format == "auto" && files.columns.empty()))
      return std::make_unique<Lines>(path, files.on_bad_line);
    Source file = files;
    file.paths = {path};
    if (files.format == "tsv" && files.columns.empty()) file.columns = "1";
    return std::make_unique<Fields>(std::move(file));
  }

  Source files;
  std::size_t opened = 0;  // files opened so far
  std::unique_ptr<DocumentSource> current;
  std::int64_t skipped_before = 0, position_before = 0;  // of the files read to the end
};

CorpusReader::CorpusReader(Source files) : state_(std::make_unique<State>()) {
  const std::string& format = files.format;
  if (files.paths.empty()) throw Error(ErrorCode::usage, "", "no files of documents", "name at least one");
  if (format != "auto" && format != "lines" && format != "tsv" && format != "jsonl" && format != "files")
    throw Error(ErrorCode::usage, "--format", fmt::format("unknown format \"{}\"", format),
                "use auto, lines, tsv, jsonl or files");
  if (!files.columns.empty()) {
    if (format == "lines" || format == "files")
      throw Error(ErrorCode::usage, "--columns", fmt::format("the format \"{}\" has no columns", format),
                  "use tsv or jsonl");
    if (split_columns(files.columns).size() != 1)
      throw Error(ErrorCode::usage, "--columns",
                  fmt::format("\"{}\" names several columns, expected one", files.columns));
  }
  state_->files = std::move(files);
}

CorpusReader::~CorpusReader() = default;
CorpusReader::CorpusReader(CorpusReader&&) noexcept = default;
CorpusReader& CorpusReader::operator=(CorpusReader&&) noexcept = default;

bool CorpusReader::next(std::string& document) {
  State& state = *state_;
  for (;;) {
    if (state.current && state.current->next(document)) return true;
    if (state.opened == state.files.paths.size()) return false;
    if (state.current) {
      state.skipped_before += state.current->skipped();
      state.position_before += state.current->position();
    }
    state.current.reset();
    state.current = state.open(state.files.paths[state.opened]);
    ++state.opened;
  }
}

std::string CorpusReader::place() const { return state_->current ? state_->current->place() : ""; }

std::int64_t CorpusReader::skipped() const {
  return state_->skipped_before + (state_->current ? state_->current->skipped() : 0);
}

std::int64_t CorpusReader::position() const {
  return state_->position_before + (state_->current ? state_->current->position() : 0);
}

}  // namespace couplet
