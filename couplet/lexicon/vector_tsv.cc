// Vectors as TSV with the labels in a file beside, as the TensorFlow embedding projector reads them. Written only.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/lexicon/vector_formats.h"

namespace couplet {
namespace {

/// One label a line, without a header: that is what the projector takes from a file of one column.
std::string label_lines(const std::string& path, const Vocabulary& words) {
  std::string lines;
  for (std::int64_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.word(i);
    if (word.empty() || word.find_first_of("\t\n\r") != std::string_view::npos)
      throw Error(ErrorCode::usage, path,
                  fmt::format("label {} is empty or has a tab or newline; TSV cannot hold it", i + 1), "write npy");
    lines.append(word).append("\n");
  }
  return lines;
}

}  // namespace

std::string tsv_labels_path(const std::string& path) {
  return std::filesystem::path(path).replace_extension(".labels.tsv").string();
}

void write_vector_tsv(const std::string& path, const WordVectors& vectors) {
  if (path == "-")
    throw Error(ErrorCode::usage, path, "the labels go into a file beside the vectors", "name a file ending in .tsv");
  const std::string labels = label_lines(path, vectors.words());
  AtomicFile file(path), beside(tsv_labels_path(path));
  std::string line;
  char number[32];
  for (std::int64_t i = 0; i < vectors.size(); ++i) {
    line.clear();
    for (const float value : vectors.row(i)) {
      if (!line.empty()) line += '\t';
      line.append(number, std::to_chars(number, number + sizeof number, value).ptr);
    }
    line += '\n';
    file.write(line);
  }
  beside.write(labels);
  AtomicFile::commit_together({&beside, &file});
}

}  // namespace couplet
