#include "couplet/methods/bridge/development.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "couplet/base/error.h"
#include "couplet/base/part_bytes.h"
#include "couplet/base/random.h"

namespace couplet {
namespace {

/// How many documents are in the training data of any process too.
std::int64_t seen_before(const DocumentCounts& documents, const DocumentCounts& training, Team& team) {
  const std::unordered_set<std::uint64_t> here(training.hashes.begin(), training.hashes.end());
  PartWriter writer;
  writer.put_list(documents.hashes);
  std::vector<char> seen;  // of the documents of all processes
  for (const std::string& bytes : team.gather(writer.take()))
    for (const std::uint64_t hash : PartReader(bytes).get_list<std::uint64_t>()) seen.push_back(here.contains(hash));
  const std::vector<std::string> all = team.gather({seen.begin(), seen.end()});
  std::int64_t count = 0;
  for (std::size_t i = 0; i < seen.size(); ++i)
    count += std::any_of(all.begin(), all.end(), [&](const std::string& process) { return process[i] != 0; });
  return count;
}

}  // namespace

DocumentCounts read_development(const std::string& path, const DocumentCounts& training,
                                const std::vector<TextPipeline>& pipelines, const Run& run) {
  Source files;
  files.paths = listed_files(path);
  DocumentCounts development = count_documents(files, pipelines, run, training.weighted);
  if (development.languages.size() != training.languages.size())
    throw Error(
        ErrorCode::data, path,
        fmt::format("{} languages, the training data has {}", development.languages.size(), training.languages.size()),
        "give a column for each language");
  if (const std::int64_t overlap = seen_before(development, training, *run.team); overlap > 0)
    run.observer->warn(
        fmt::format("{}: {} of {} documents are in the training data too", path, overlap, development.documents()));
  return development;
}

HeldOut hold_out(const DocumentCounts& documents, double share, const Run& run, const std::vector<Index>& queries) {
  constexpr std::int64_t most = 1000;
  const std::int64_t n = documents.documents();
  std::vector<Index> place(n);  // of a document's query among the queries
  Index different = 0;
  for (std::int64_t i = 0; i < n; ++i) place[i] = queries.empty() || queries[i] == i ? different++ : place[queries[i]];
  const std::int64_t held =
      std::min(most, static_cast<std::int64_t>(std::ceil(share * static_cast<double>(different))));
  if (held == 0 || different - held < 2) return {documents, {}, 0};
  const std::vector<std::int64_t> order = Random(run.seed, 0x68656c64).permutation(different);
  std::vector<bool> is_held(different, false);
  for (std::int64_t i = 0; i < held; ++i) is_held[order[i]] = true;
  std::vector<std::int64_t> rest, kept;
  for (std::int64_t i = 0; i < n; ++i)
    if (!is_held[place[i]])
      rest.push_back(i);
    else if (queries.empty() || queries[i] == i)
      kept.push_back(i);
  const std::int64_t apart = n - std::ssize(rest);
  return {chosen_documents(documents, rest, run), chosen_documents(documents, kept, run), apart};
}

JudgedTexts read_judged(const std::string& path, const std::vector<TextPipeline>& pipelines, const TermSpace& space,
                        const Run& run) {
  Source files;
  files.paths = {path};
  files.columns = "1,2,3";
  std::vector<TextPipeline> three = pipelines;
  if (three.size() == 2) three.push_back(three.back());
  const DocumentCounts judged = count_documents(files, three, run, space.weights_given());
  // A column as the right language's texts.
  const auto as_right = [&](std::size_t column) {
    DocumentCounts pair = judged;
    pair.languages = {judged.languages[0], judged.languages[column]};
    return whole_everywhere(weighted_texts(pair, 1, space), *run.team);
  };
  return {whole_everywhere(weighted_texts(judged, 0, space), *run.team), as_right(1), as_right(2)};
}

template <class T>
MatrixD unit_vectors(const CsrOperator<T>& texts, const Matrix<T>& projection, std::vector<bool>& known,
                     const Run& run) {
  Matrix<T> projected(texts.rows(), projection.cols());
  texts.apply(projection, projected, run);
  MatrixD vectors = projected.template cast<double>();
  known.assign(texts.rows(), false);
  for (Index i = 0; i < vectors.rows(); ++i) {
    const double length = vectors.row(i).norm();
    if (!(length > 0)) continue;
    known[i] = true;
    vectors.row(i) /= length;
  }
  return vectors;
}

template MatrixD unit_vectors(const CsrOperator<float>&, const Matrix<float>&, std::vector<bool>&, const Run&);
template MatrixD unit_vectors(const CsrOperator<double>&, const Matrix<double>&, std::vector<bool>&, const Run&);

}  // namespace couplet
