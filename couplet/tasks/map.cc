#include "couplet/tasks/map.h"

#include <optional>

#include "couplet/base/error.h"
#include "couplet/model/capabilities.h"
#include "couplet/search/flat_layout.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/option_schema.h"

namespace couplet {
namespace {

using enum CellType;

constexpr Index neighbours_of_point = 10;

const OptionSchema<MapOptions>& map_schema() {
  using Options = MapOptions;
  static const auto made =
      OptionSchema<Options>()
          .add("layout", &Options::layout, {{"axes", MapLayout::axes}, {"neighbours", MapLayout::neighbours}},
               "axes: the two directions in which the points differ most; neighbours: each near its ten nearest")
          .add("top", &Options::top, "how many words to show, the first of the model; 0: all", {.letter = 'k'})
          .add(data_parameters());
  return made;
}

/// A plane of all rows, of whatever they stand for.
MatrixD plane_of(const MatrixF& vectors, MapLayout layout, const Run& run) {
  const MatrixD start = principal_plane(vectors, run);
  if (layout == MapLayout::axes) return start;
  const auto index = make_vector_index("exact", vectors, Similarity::cosine, run);
  const Neighbours found = index->search(vectors, neighbours_of_point + 1, run);
  std::vector<std::vector<Neighbour>> neighbours(static_cast<std::size_t>(vectors.rows()));
  for (Index i = 0; i < vectors.rows(); ++i)
    for (const Neighbour& one : found[i])
      if (one.id != i && one.score > 0) neighbours[i].push_back(one);
  return neighbour_plane(neighbours, start, run);
}

class MapTable {
 public:
  explicit MapTable(RowSink& rows)
      : table_(rows, "map", {{"kind", text}, {"number", integer}, {"text", text}, {"x", real}, {"y", real}}) {}
  void row(std::string_view kind, Index number, std::string_view text, const MatrixD& plane, Index at) {
    table_.row({kind, number, text, plane(at, 0), plane(at, 1)});
  }

 private:
  Table table_;
};

/// Texts of both sides on one plane; those without a known word are left out.
void map_texts(const LoadedModel& model, const std::optional<Items> (&sides)[2], const MapOptions& options,
               RowSink& rows, const Run& run) {
  const EmbedsSides& embedder = model.require<EmbedsSides>();
  MatrixF vectors(0, embedder.dimension());
  std::vector<std::pair<int, Index>> points;  // side and number
  std::int64_t all = 0;
  for (const int side : {0, 1}) {
    if (!sides[side]) continue;
    const Embedded embedded = embed_collection(embedder, side == 0 ? Side::left : Side::right, *sides[side], run);
    Index at = vectors.rows();
    all += embedded.rows.rows();
    vectors.conservativeResize(at + embedded.rows.rows(), Eigen::NoChange);
    for (Index i = 0; i < embedded.rows.rows(); ++i) {
      if (!embedded.known[i]) continue;
      vectors.row(at++) = embedded.rows.row(i).cast<float>();
      points.emplace_back(side, i);
    }
    vectors.conservativeResize(at, Eigen::NoChange);
  }
  const MatrixD plane = plane_of(vectors, options.layout, run);
  MapTable table(rows);
  for (std::size_t at = 0; at < points.size(); ++at) {
    const auto [side, number] = points[at];
    const auto& texts = sides[side]->texts;
    table.row(side == 0 ? "left" : "right", number, texts.empty() ? std::string_view() : texts[number], plane,
              static_cast<Index>(at));
  }
  warn_of_coverage(run, std::ssize(points), all, "texts have a known word");
}

void check_map(const Request& request) {
  if (request.all("left").empty())
    refuse_unused(request, "words", {"columns", "format", "header", "no-header", "on-bad-line"});
  else
    refuse_unused(request, "texts", {"top"});
}

Answer run_map(const Request& request, RowSink& rows, const Run& run) {
  const MapOptions options = map_schema().read(request.options);
  const auto model = request.model("model");
  if (request.all("left").empty()) {
    map_words(*model, options, rows, run);
    return {};
  }
  std::optional<Items> sides[2];
  sides[0] = read_collection(request.source("left"), 0, run);
  if (!request.all("right").empty()) sides[1] = read_collection(request.source("right"), 1, run);
  map_texts(*model, sides, options, rows, run);
  return {};
}

}  // namespace

void map_words(const LoadedModel& model, const MapOptions& options, RowSink& rows, const Run& run) {
  const WordVectors& words = model.require<HasVectors>().vectors();
  const Index count = options.top == 0 ? words.size() : std::min<Index>(options.top, words.size());
  const MatrixF vectors = Eigen::Map<const MatrixF>(words.values().data(), count, words.dimension());
  const MatrixD plane = plane_of(vectors, options.layout, run);
  MapTable table(rows);
  for (Index i = 0; i < count; ++i) table.row("word", i, words.words().word(i), plane, i);
}

Task map_task() {
  return {.name = "map",
          .synopsis = "MODEL [LEFT [RIGHT]]",
          .summary = "words, or texts of both sides, as points in a plane",
          .details =
              "Without texts the words of a model that has vectors; with them the texts of each side, one a line, in "
              "the space that the model shares. Columns: what it is (word, left, right), its row from 0, the text, and "
              "its place. Cosines are what the plane shows as well as two dimensions can.",
          .examples = {"couplet map words.couplet --top 3",
                       "couplet map pairs.couplet left.txt right.txt --layout neighbours"},
          .inputs = {{"model", InputShape::model}, {"left", InputShape::data, 0, 1}, {"right", InputShape::data, 0, 1}},
          .parameters = map_schema().parameters(),
          .minor = true,
          .check = check_map,
          .plan = [](const Request&) -> std::vector<std::pair<std::string, std::string>> {
            return {{"memory", "the model, and 12 bytes for each point and dimension"}};
          },
          .run = run_map};
}

}  // namespace couplet
