#include "couplet/tasks/prepared_collection.h"

#include <algorithm>
#include <utility>

#include "couplet/base/hash.h"
#include "couplet/base/version.h"
#include "couplet/model/container.h"
#include "couplet/model/saved_sparse.h"
#include "couplet/search/row_search.h"
#include "couplet/tasks/collection.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

constexpr const char* method_name = "collection";
constexpr int newest_schema = 1;
constexpr const char* again = "prepare it again with 'couplet index'";

const EmbedsSides& embedder_of(const LoadedModel& model) {
  const EmbedsSides& embedder = model.require<EmbedsSides>();
  if (embedder.comparison() != Comparison::inner_product)
    throw Error(ErrorCode::usage, "", "this model's scores are no inner products: its collections cannot be prepared",
                "rank the texts themselves, or fit with --distance hellinger or cosine");
  return embedder;
}

/// Checks of what a file says; the sums of its tensors have been compared already.
struct CollectionFile {
  ModelFile file;

  void require(bool fits, const std::string& problem, const char* remedy = again) const {
    if (!fits) throw Error(ErrorCode::model, file.path(), problem, remedy);
  }

  std::vector<std::string> texts(Index size) const {
    const auto bytes = file.bytes("texts.bytes", -1, 1);
    const auto offsets = file.integers("texts.offsets", size + 1, 1);
    require(offsets[0] == 0 && offsets[size] == std::ssize(bytes), "the texts do not fill their tensor");
    std::vector<std::string> texts;
    for (Index i = 0; i < size; ++i) {
      require(offsets[i] <= offsets[i + 1] && offsets[i + 1] <= std::ssize(bytes), "a text lies outside its tensor");
      texts.emplace_back(bytes.data() + offsets[i], offsets[i + 1] - offsets[i]);
      require(is_utf8(texts.back()), "a text is not UTF-8");
    }
    return texts;
  }

  /// The items that have a vector, rising.
  std::vector<Index> known_items(Index size) const {
    const auto known = file.bytes("known", size, 1);
    std::vector<Index> items;
    for (Index i = 0; i < size; ++i) {
      require(known[i] == 0 || known[i] == 1, "tensor 'known' has something else than 0 and 1");
      if (known[i]) items.push_back(i);
    }
    return items;
  }

  SearchGraph graph() const {
    const auto copy = [&](const char* name) {
      const auto values = file.integers32(name, -1, 1);
      return std::vector<std::int32_t>(values.begin(), values.end());
    };
    return {copy("graph.levels"), copy("graph.counts"), copy("graph.links"), file.integers("graph.entry", 1, 1)[0]};
  }
};

template <class T>
void add_list(ModelWriter& writer, const char* name, std::vector<T> values) {
  const std::int64_t size = std::ssize(values);
  writer.add(name, std::move(values), {size});
}

}  // namespace

PreparedCollection::PreparedCollection(const LoadedModel& model, Side side, std::string spec, std::uint64_t seed)
    : model_(model.shared()), identity_(model.identity()), side_(side), spec_(std::move(spec)), seed_(seed) {}

PreparedCollection PreparedCollection::prepare(const LoadedModel& model, Side side, const Items& items,
                                               const std::string& index, const Run& run) {
  PreparedCollection made(model, side, index, run.seed);
  made.size_ = items.size();
  made.texts_ = items.texts;
  if (const auto* terms = model.as<EmbedsTerms>(); terms || !model.as<EmbedsSides>()) {
    if (index != "exact")
      throw Error(ErrorCode::usage, "--index", "a " + model.method() + " model has no vectors", "leave it out");
    if (!terms && !model.as<ScoresPairs>()) model.require<EmbedsSides>();
    if (terms) made.take_terms(terms->embed_terms(side, items, run));
    return made;
  }
  const EmbedsSides& embedder = embedder_of(model);
  // A mistyped index is told before the long work.
  make_vector_index(index, MatrixF(0, embedder.dimension()), Similarity::inner_product, run);
  {
    const Embedded all = embed_collection(embedder, side, items, run);
    for (Index i = 0; i < made.size_; ++i)
      if (all.known[i]) made.items_.push_back(i);
    made.vectors_ = MatrixF(all.rows(made.items_, Eigen::all).cast<float>());
  }
  made.search_ = make_vector_index(index, made.vectors_, Similarity::inner_product, run);
  return made;
}

void PreparedCollection::take_terms(const EmbeddedTerms& all) {
  std::vector<std::int64_t> offsets{0};
  for (Index i = 0; i < size_; ++i) {
    if (!all.known[i]) continue;  // its row is empty
    items_.push_back(i);
    offsets.push_back(all.rows.offsets()[i + 1]);
  }
  terms_rows_ = CsrMatrix<double>(known(), all.rows.cols(), std::move(offsets), all.rows.columns(), all.rows.values());
  terms_ = std::make_unique<InvertedIndex>(terms_rows_);
}

PreparedCollection PreparedCollection::open(const std::string& path, const LoadedModel& model, const Run& run) {
  const Stage stage(*run.observer, "opening " + path);
  try {
    return open_file(path, model, run);
  } catch (const Error& error) {
    // What reads model files does not know that this one was never fitted.
    constexpr std::string_view fitted = "fit the model again";
    std::string remedy = error.remedy();
    const std::size_t at = remedy.find(fitted);
    if (error.place() != path || at == std::string::npos) throw;
    throw Error(error.code(), path, error.problem(), remedy.replace(at, fitted.size(), again));
  }
}

PreparedCollection PreparedCollection::open_file(const std::string& path, const LoadedModel& model, const Run& run) {
  const CollectionFile saved{ModelFile(path)};
  const ModelHeader& header = saved.file.header();
  saved.require(header.method == method_name, "a " + header.method + " model, not a prepared collection",
                "give one text a line, or what 'couplet index' wrote");
  saved.require(header.schema_version == newest_schema, "a collection of schema version " +
                                                            std::to_string(header.schema_version) +
                                                            ", this program reads " + std::to_string(newest_schema));
  saved.require(saved.file.detail("model") == model.identity(), "was prepared for another model", "prepare it again");
  const std::string &side = saved.file.parameter("side"), &spec = saved.file.parameter("index");
  saved.require(side == "left" || side == "right", "it is of no side");
  saved.require(header.data_rows >= 0, "it has an impossible number of items");
  PreparedCollection opened(model, side == "left" ? Side::left : Side::right, spec, header.seed);
  opened.size_ = header.data_rows;
  opened.from_file_ = true;
  opened.items_ = saved.known_items(opened.size_);  // first: a tensor of this many is there
  if (saved.file.has("texts.bytes")) opened.texts_ = saved.texts(opened.size_);
  if (model.as<EmbedsTerms>()) {
    const Index terms = saved.file.integers("terms.count", 1, 1)[0];
    opened.terms_rows_ = load_sparse<double>(saved.file, "terms", opened.known(), terms);
    opened.terms_ = std::make_unique<InvertedIndex>(opened.terms_rows_);
    return opened;
  }
  const Index dimension = embedder_of(model).dimension();
  const auto vectors = saved.file.floats("vectors", opened.known(), dimension);
  opened.vectors_ = SharedRows(vectors.data(), opened.known(), dimension, saved.file.owner());
  const SearchGraph graph = spec == "exact" ? SearchGraph() : saved.graph();
  try {
    opened.search_ = make_vector_index(spec, opened.vectors_, Similarity::inner_product, run, &graph);
  } catch (const Error& error) {
    // A memory budget is the caller's matter; all else is damage in the file.
    saved.require(error.code() == ErrorCode::io, error.place() + ": " + error.problem());
    throw;
  }
  return opened;
}

void PreparedCollection::save(const std::string& path) const {
  std::vector<char> bytes, known(size_, 0);
  std::vector<std::int64_t> offsets = {0};
  for (const std::string& text : texts_) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    offsets.push_back(std::ssize(bytes));
  }
  for (const Index item : items_) known[item] = 1;
  if (by_pairs()) throw Error(ErrorCode::usage, "", "there is nothing to keep of a model that scores pairs only");
  const std::span<const float> vectors(vectors_.row(0), vectors_.rows() * vectors_.cols());
  Fingerprint content;
  content.add({bytes.data(), bytes.size()});
  content.add({reinterpret_cast<const char*>(vectors.data()), vectors.size_bytes()});
  const std::vector<double>& weights = terms_rows_.values();
  content.add({reinterpret_cast<const char*>(weights.data()), weights.size() * sizeof(double)});

  ModelHeader header;
  header.method = method_name;
  header.schema_version = newest_schema;
  header.parameters = {{"side", side_ == Side::left ? "left" : "right"}, {"index", spec_}};
  header.details = {{"model", identity_}, {"model-method", model_->header().method}};
  header.data_rows = size_;
  header.data_fingerprint = hex64(content.value());
  header.seed = seed_;
  header.library_version = library_version;
  ModelWriter writer(std::move(header));
  if (!texts_.empty()) {
    add_list(writer, "texts.bytes", std::move(bytes));
    add_list(writer, "texts.offsets", std::move(offsets));
  }
  add_list(writer, "known", std::move(known));
  if (terms_) {
    add_sparse(writer, "terms", terms_rows_);
    add_list(writer, "terms.count", std::vector<std::int64_t>{terms_rows_.cols()});
    return writer.write(path);
  }
  writer.add("vectors", vectors, {vectors_.rows(), vectors_.cols()});
  if (std::optional<SearchGraph> graph = search_->graph()) {
    add_list(writer, "graph.levels", std::move(graph->levels));
    add_list(writer, "graph.counts", std::move(graph->counts));
    add_list(writer, "graph.links", std::move(graph->links));
    add_list(writer, "graph.entry", std::vector<std::int64_t>{graph->entry});
  }
  writer.write(path);
}

Embedded PreparedCollection::embedded() const {
  if (!search_)
    throw Error(ErrorCode::usage, "", "a " + model_->header().method + " model has no vectors of texts",
                "use one that embeds them: phsic, opca, ...");
  Embedded all{MatrixD::Zero(size_, dimension()), std::vector<bool>(size_, false)};
  for (Index i = 0; i < known(); ++i) {
    all.rows.row(items_[i]) = vectors_.matrix().row(i).cast<double>();
    all.known[items_[i]] = true;
  }
  return all;
}

PreparedCollection::Found PreparedCollection::search(const Items& queries, const CollectionSearch& how,
                                                     const Run& run) const {
  const Index most = how.top == 0 ? std::max<Index>(1, known()) : how.top;
  Found found{Neighbours(0, 0), {}};
  if (terms_) {
    EmbeddedTerms asked = capability<EmbedsTerms>(*model_).embed_terms(other(side_), queries, run);
    const Stage stage(*run.observer, "searching");
    found = {terms_->search(asked.rows, most, run), std::move(asked.known)};
  } else {
    const Embedded asked = embed_collection(capability<EmbedsSides>(*model_), other(side_), queries, run);
    const Stage stage(*run.observer, "searching");
    found = {how.margin > 0 ? search_known_rows(asked.rows, asked.known, vectors_.matrix().cast<double>(),
                                                {Comparison::inner_product, how.margin}, most, run)
                            : search_->search(asked.rows.cast<float>(), most, run, how.reach),
             asked.known};
  }
  for (Index q = 0; q < queries.size(); ++q)
    for (Neighbour& neighbour : found.best[q]) neighbour.id = items_[neighbour.id];
  return found;
}

std::shared_ptr<const PreparedCollection> prepared_collection(const Request& request, std::string_view input,
                                                              const std::string& word, const LoadedModel& model,
                                                              Side texts, const Run& run) {
  std::string path = word;
  if (const auto given = request.given.find(input); given != request.given.end()) {
    const Data& data = given->second;
    if (data.rows || !data.vectors.empty() || data.paths.size() != 1) return nullptr;
    path = data.paths[0];
  }
  if (request.find_collection)
    if (auto found = request.find_collection(path, model, texts)) return found;
  if (!request.may_read_files || path == "-" || !is_model_file(path)) return nullptr;
  return std::make_shared<PreparedCollection>(PreparedCollection::open(path, model, run));
}

}  // namespace couplet
