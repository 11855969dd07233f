#include "couplet/tasks/collection.h"

#include "couplet/base/error.h"
#include "couplet/base/npy.h"
#include "couplet/model/container.h"
#include "couplet/tasks/task.h"
#include "couplet/tasks/team_shares.h"
#include "couplet/text/corpus_reader.h"
#include "couplet/text/field_reader.h"

namespace couplet {
namespace {

template <class Reader>
MatrixD read_rows(const Reader& reader, const std::string& name, const Run& run) {
  run.memory.require(reader.rows() * reader.cols() * 8, name);
  MatrixD rows(reader.rows(), reader.cols());
  reader.read(0, reader.rows(), std::span<double>(rows.data(), static_cast<std::size_t>(rows.size())));
  return rows;
}

/// The source with the one column that a side takes.
Source column_of(Source source, std::size_t side) {
  if (source.columns.empty()) return source;
  const auto columns = split_columns(source.columns);
  if (columns.size() > 2)
    throw Error(ErrorCode::usage, "--columns", "more than two columns", "one for both files, or one each: en,ru");
  source.columns = columns[columns.size() > 1 ? side : 0];
  return source;
}

/// A model file would be read as texts that are no UTF-8.
void refuse_model_files(const Source& source) {
  for (const std::string& path : source.paths) {
    if (path == "-" || !is_model_file(path)) continue;
    const std::string method = ModelFile(path).header().method;
    if (method == "collection")
      throw Error(ErrorCode::data, path, "this is a prepared collection, not texts",
                  "'rank --among' and 'mine' take it; give the texts it was made of here");
    throw Error(ErrorCode::data, path, "this is a model of " + method + ", not texts",
                "give one text a line, or .npy rows");
  }
}

}  // namespace

Items read_collection(const Data& source, std::size_t side, const Run& run, const std::string& remedy) {
  const bool has_fields = !source.columns.empty() || source.header || source.format != "auto";
  Items items;
  if (source.vectors.size() == 1) {
    items.rows = read_rows(source.vectors[0], source.name(), run);
  } else if (source.paths.size() == 1 && source.paths[0] != "-" && is_npy(source.paths[0])) {
    if (has_fields || source.no_header)
      throw Error(ErrorCode::usage, source.paths[0], ".npy rows have no columns to choose, format or header",
                  "leave out the options about them");
    items.rows = read_rows(NpyReader(source.paths[0]), source.paths[0], run);
  } else {
    refuse_model_files(source);
    CorpusReader reader(column_of(source, side));
    for (std::string text; reader.next(text);) items.texts.push_back(text);
    warn_of_skipped(run, reader.skipped());
  }
  const std::string name = source.name();
  if (items.size() == 0) throw Error(ErrorCode::data, name, "nothing in it", "give one text a line, or .npy rows");
  if (!has_fields && !items.texts.empty() && items.texts[0].find('\t') != std::string::npos)
    run.observer->warn(name + ": the lines have tabs and are taken whole; " + remedy);
  return items;
}

Embedded embed_collection(const EmbedsSides& model, Side side, const Items& items, const Run& run) {
  const Stage stage(*run.observer, "embedding texts");
  Team& team = *run.team;
  if (team.size() == 1) return model.embed(side, items, run);
  const auto begins = even_rows(items.size(), shared_block, team);
  const Index first = begins[team.rank()], count = begins[team.rank() + 1] - first;
  Embedded all{MatrixD(items.size(), model.dimension()), {}};
  std::string known;
  if (count > 0) {
    const Embedded some = model.embed(side, slice(items, first, count), alone(run));
    all.rows.middleRows(first, count) = some.rows;
    known.assign(some.known.begin(), some.known.end());
  }
  exchange_rows<double>(all.rows, begins, team);
  for (const std::string& part : team.gather(known)) all.known.insert(all.known.end(), part.begin(), part.end());
  return all;
}

}  // namespace couplet
