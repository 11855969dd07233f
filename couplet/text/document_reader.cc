#include "couplet/text/document_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/aligned_lines.h"
#include "couplet/text/field_reader.h"
#include "couplet/text/text_rows.h"
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

/// All languages in a line of one file, or in a row.
class OneFile final : public DocumentReader::Layout {
 public:
  explicit OneFile(const Source& files) : columns_(columns_of(files)), reader_(files, columns_) {}

  std::int64_t languages() const override { return std::ssize(columns_); }
  std::string language_name(std::int64_t language) const override { return "column " + columns_[language]; }
  bool next(std::vector<std::string>& texts) override { return reader_.next(texts); }
  std::int64_t skipped() const override { return reader_.skipped(); }
  std::int64_t position() const override { return reader_.position(); }
  std::int64_t size() const override { return reader_.size(); }

 private:
  static std::vector<std::string> columns_of(const Source& files) {
    std::vector<std::string> columns = {"left", "right"};
    if (!files.columns.empty())
      columns = split_columns(files.columns);
    else if (files.rows && !files.rows->names().empty())
      columns = files.rows->names();
    if (columns.size() < 2)
      throw Error(ErrorCode::usage, "--columns", fmt::format("\"{}\" names one column", files.columns),
                  "name one for each language, like --columns 1,2");
    return columns;
  }

  std::vector<std::string> columns_;
  FieldReader reader_;
};

/// Line i of every file.
class ManyFiles final : public DocumentReader::Layout {
 public:
  explicit ManyFiles(const Source& files)
      : paths_(files.paths), lines_(checked(files), "line i of every file must be the same document") {}

  std::int64_t languages() const override { return std::ssize(paths_); }
  std::string language_name(std::int64_t language) const override {
    return paths_[language] == "-" ? "standard input" : paths_[language];
  }
  bool next(std::vector<std::string>& texts) override { return lines_.next(texts); }
  std::int64_t skipped() const override { return lines_.skipped(); }
  std::int64_t position() const override { return lines_.position(); }
  std::int64_t size() const override { return lines_.size(); }

 private:
  static const Source& checked(const Source& files) {
    const std::string remedy = "it is for one file with all languages in each line";
    if (!files.columns.empty())
      throw Error(ErrorCode::usage, "--columns", "files of a language each have none", remedy);
    if (files.header) throw Error(ErrorCode::usage, "--header", "files of a language each have none", remedy);
    if (files.format != "auto")
      throw Error(ErrorCode::usage, "--format", "files of a language each are read as plain lines", remedy);
    if (std::count(files.paths.begin(), files.paths.end(), "-") > 1)
      throw Error(ErrorCode::usage, "-", "standard input cannot be several files", "give all but one by name");
    return files;
  }

  std::vector<std::string> paths_;
  AlignedLines lines_;
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
      // Names that are not in all of them are told once, with the first segment.
      if (i > 0 && files.segment.index == 0) skipped_ += std::ssize(here) + std::ssize(names_) - 2 * std::ssize(both);
      names_ = i == 0 ? std::move(here) : std::move(both);
    }
    const auto [begin, end] = files.segment.of(std::ssize(names_));
    names_ = std::vector<std::string>(names_.begin() + begin, names_.begin() + end);
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
  if (files.rows) return std::make_unique<OneFile>(files);
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
