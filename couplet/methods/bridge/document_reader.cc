#include "couplet/methods/bridge/document_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/field_reader.h"
#include "couplet/text/utf8.h"

namespace couplet {

class DocumentReader::Layout {
 public:
  virtual ~Layout() = default;
  virtual std::int64_t languages() const = 0;
  virtual std::string language_name(std::int64_t language) const = 0;
  virtual bool next(std::vector<std::string>& texts) = 0;
  virtual std::int64_t skipped() const = 0;
  virtual std::int64_t position() const = 0;
  virtual std::int64_t size() const = 0;
};

namespace {

namespace fs = std::filesystem;

/// All languages in a line of one file.
class OneFile final : public DocumentReader::Layout {
 public:
  explicit OneFile(const Source& files)
      : columns_(files.columns.empty() ? std::vector<std::string>{"left", "right"} : split_columns(files.columns)),
        reader_(checked(files, columns_.size()), {"left", "right"}) {}

  std::int64_t languages() const override { return std::ssize(columns_); }
  std::string language_name(std::int64_t language) const override { return "column " + columns_[language]; }
  bool next(std::vector<std::string>& texts) override { return reader_.next(texts); }
  std::int64_t skipped() const override { return reader_.skipped(); }
  std::int64_t position() const override { return reader_.position(); }
  std::int64_t size() const override { return reader_.size(); }

 private:
  static const Source& checked(const Source& files, std::size_t columns) {
    if (columns < 2)
      throw Error(ErrorCode::usage, "--columns", fmt::format("\"{}\" names one column", files.columns),
                  "name one for each language, like --columns 1,2");
    return files;
  }

  std::vector<std::string> columns_;
  FieldReader reader_;
};

/// Line i of every file.
class ManyFiles final : public DocumentReader::Layout {
 public:
  explicit ManyFiles(const Source& files) : skip_(files.on_bad_line == BadLine::skip) {
    const std::string remedy = "it is for one file with all languages in each line";
    if (!files.columns.empty())
      throw Error(ErrorCode::usage, "--columns", "files of a language each have none", remedy);
    if (files.header) throw Error(ErrorCode::usage, "--header", "files of a language each have none", remedy);
    if (files.format != "auto")
      throw Error(ErrorCode::usage, "--format", "files of a language each are read as plain lines", remedy);
    if (std::count(files.paths.begin(), files.paths.end(), "-") > 1)
      throw Error(ErrorCode::usage, "-", "standard input cannot be several files", "give all but one by name");
    for (const std::string& path : files.paths) readers_.emplace_back(path);
  }

  std::int64_t languages() const override { return std::ssize(readers_); }
  std::string language_name(std::int64_t language) const override { return readers_[language].input().name(); }

  bool next(std::vector<std::string>& texts) override {
    texts.resize(readers_.size());
    for (;;) {
      std::size_t ended = 0, good = 0;
      const LineReader *shorter = nullptr, *longer = nullptr;
      for (std::size_t i = 0; i < readers_.size(); ++i) {
        std::string_view line;
        if (!readers_[i].next(line)) {
          shorter = &readers_[i];
          ++ended;
          continue;
        }
        longer = &readers_[i];
        if (is_utf8(line))
          ++good;
        else if (!skip_)
          require_utf8(line, readers_[i].place());
        texts[i].assign(line);
      }
      if (ended == readers_.size()) return false;
      if (ended > 0) fail_unequal(*shorter, *longer);
      if (good == readers_.size()) return true;
      ++skipped_;
    }
  }

  std::int64_t skipped() const override { return skipped_; }
  std::int64_t position() const override {
    std::int64_t sum = 0;
    for (const LineReader& reader : readers_) sum += reader.input().position();
    return sum;
  }
  std::int64_t size() const override {
    std::int64_t sum = 0;
    for (const LineReader& reader : readers_) {
      if (reader.input().size() == 0) return 0;
      sum += reader.input().size();
    }
    return sum;
  }

 private:
  [[noreturn]] static void fail_unequal(const LineReader& shorter, const LineReader& longer) {
    throw Error(ErrorCode::data, fmt::format("{}:{}", shorter.input().name(), shorter.line_number() + 1),
                fmt::format("the file ends here but {} has more lines", longer.input().name()),
                "line i of every file must be the same document");
  }

  bool skip_;
  std::vector<LineReader> readers_;
  std::int64_t skipped_ = 0;
};

/// Files of the same name in every directory.
class Directories final : public DocumentReader::Layout {
 public:
  explicit Directories(const Source& files) : paths_(files.paths), skip_(files.on_bad_line == BadLine::skip) {
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      std::vector<std::string> here, both;
      for (const auto& entry : fs::directory_iterator(paths_[i]))
        if (entry.is_regular_file()) here.push_back(entry.path().filename().string());
      std::sort(here.begin(), here.end());
      if (i > 0)
        std::set_intersection(here.begin(), here.end(), names_.begin(), names_.end(), std::back_inserter(both));
      skipped_ += i == 0 ? 0 : std::ssize(here) + std::ssize(names_) - 2 * std::ssize(both);
      names_ = i == 0 ? std::move(here) : std::move(both);
    }
  }

  std::int64_t languages() const override { return std::ssize(paths_); }
  std::string language_name(std::int64_t language) const override { return paths_[language]; }
  bool next(std::vector<std::string>& texts) override {
    texts.resize(paths_.size());
    for (; at_ < names_.size(); ++skipped_) {
      const std::string& name = names_[at_++];
      bool good = true;
      for (std::size_t i = 0; i < paths_.size(); ++i) {
        const std::string path = (fs::path(paths_[i]) / name).string();
        texts[i] = read_file(path);
        good = good && is_utf8(texts[i]);
        if (!skip_) require_utf8(texts[i], path);
      }
      if (good) return true;
    }
    return false;
  }
  std::int64_t skipped() const override { return skipped_; }
  std::int64_t position() const override { return static_cast<std::int64_t>(at_); }
  std::int64_t size() const override { return std::ssize(names_); }

 private:
  std::vector<std::string> paths_, names_;
  bool skip_;
  std::size_t at_ = 0;
  std::int64_t skipped_ = 0;
};

std::unique_ptr<DocumentReader::Layout> open(const Source& files) {
  const auto is_directory = [](const std::string& path) { return path != "-" && fs::is_directory(path); };
  const auto directories = std::count_if(files.paths.begin(), files.paths.end(), is_directory);
  if (files.paths.empty()) throw Error(ErrorCode::usage, "", "no documents given");
  if (directories == 0)
    return files.paths.size() == 1 ? std::unique_ptr<DocumentReader::Layout>(std::make_unique<OneFile>(files))
                                   : std::make_unique<ManyFiles>(files);
  if (directories < std::ssize(files.paths) || directories < 2)
    throw Error(ErrorCode::usage, *std::find_if(files.paths.begin(), files.paths.end(), is_directory),
                "a directory stands alone", "give a directory for each language");
  return std::make_unique<Directories>(files);
}

}  // namespace

DocumentReader::DocumentReader(const Source& files) : layout_(open(files)) {}
DocumentReader::~DocumentReader() = default;
DocumentReader::DocumentReader(DocumentReader&&) noexcept = default;

std::int64_t DocumentReader::languages() const { return layout_->languages(); }
std::string DocumentReader::language_name(std::int64_t language) const { return layout_->language_name(language); }
bool DocumentReader::next(std::vector<std::string>& texts) { return layout_->next(texts); }
std::int64_t DocumentReader::skipped() const { return layout_->skipped(); }
std::int64_t DocumentReader::position() const { return layout_->position(); }
std::int64_t DocumentReader::size() const { return layout_->size(); }

}  // namespace couplet
