#include "apps/cli/collection.h"

#include "apps/cli/run.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/base/npy.h"
#include "couplet/text/corpus_reader.h"
#include "couplet/text/field_reader.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

void require_some(const Items& items, const std::string& path) {
  if (items.size() == 0) throw Error(ErrorCode::data, path, "nothing in it", "give one text a line, or .npy rows");
}

/// One column of a TSV, or one key of JSON Lines.
Items read_column(const Arguments& arguments, const std::string& path, std::size_t side) {
  Source files = arguments.data_files({path});
  if (!files.columns.empty()) {
    const auto columns = split_columns(files.columns);
    if (columns.size() > 2)
      throw Error(ErrorCode::usage, "--columns", "more than two columns", "one for both files, or one each: en,ru");
    files.columns = columns[columns.size() > 1 ? side : 0];
  }
  CorpusReader reader(files);
  Items items;
  std::string text;
  while (reader.next(text)) items.texts.push_back(text);
  report_coverage(arguments, 0, 0, "", reader.skipped());
  return items;
}

}  // namespace

Items read_collection(const std::string& path, const std::string& remedy, const Run& run) {
  Items items;
  if (path != "-" && is_npy(path)) {
    const NpyReader reader(path);
    run.memory.require(reader.rows() * reader.cols() * 8, path);
    items.rows.resize(reader.rows(), reader.cols());
    reader.read(0, reader.rows(), std::span<double>(items.rows.data(), static_cast<std::size_t>(items.rows.size())));
  } else {
    LineReader reader(path);
    std::string_view line;
    while (reader.next(line)) {
      require_utf8(line, reader.place());
      items.texts.emplace_back(line);
    }
  }
  require_some(items, path);
  if (!items.texts.empty() && items.texts[0].find('\t') != std::string::npos)
    run.observer->warn(path + ": the lines have tabs and are taken whole; " + remedy);
  return items;
}

Items read_collection(const Arguments& arguments, const std::string& path, std::size_t side, const Run& run) {
  const bool has_fields = arguments.has("columns") || arguments.flag("header") || arguments.text("format") != "auto";
  if (!has_fields || (path != "-" && is_npy(path)))
    return read_collection(path, "--columns takes one of their columns", run);
  Items items = read_column(arguments, path, side);
  require_some(items, path);
  return items;
}

MatrixD embed_collection(const EmbedsSides& model, Side side, const Items& items, std::vector<bool>& known,
                         const Run& run) {
  const Stage stage(*run.observer, "embedding texts");
  return model.embed(side, items, known, run);
}

Side side_option(const Arguments& arguments) { return arguments.text("side") == "left" ? Side::left : Side::right; }

}  // namespace couplet
