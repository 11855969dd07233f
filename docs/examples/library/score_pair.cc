// A program that uses the library: score_pair PAIRS LEFT RIGHT fits a model on the pairs of a file and scores one more
// pair.
#include <cstdio>
#include <exception>

#include "couplet/base/version.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"

int main(int count, char** words) try {
  if (count != 4) throw couplet::Error(couplet::ErrorCode::usage, "", "usage: score_pair PAIRS LEFT RIGHT");
  const couplet::Run run;  // all threads, no progress
  couplet::Source data;
  data.paths = {words[1]};
  const couplet::Method& method = couplet::find_method(couplet::all_methods(), "phsic");
  const auto parameters = couplet::Parameters::resolve(method.parameters, {{"whiten", "0.2"}});
  const couplet::Fitted fitted = method.fit(data, parameters, run);

  couplet::PairBatch pair;
  pair.left.texts = {words[2]};
  pair.right.texts = {words[3]};
  const auto scores = couplet::capability<couplet::ScoresPairs>(*fitted.model).score(pair, run);

  // The same from the vectors of the two texts.
  const auto& embedder = couplet::capability<couplet::EmbedsSides>(*fitted.model);
  std::vector<bool> known;
  const couplet::MatrixD left = embedder.embed(couplet::Side::left, pair.left, known, run);
  const couplet::MatrixD right = embedder.embed(couplet::Side::right, pair.right, known, run);
  std::printf("couplet %s\t%.6g\t%.6g\n", couplet::library_version, scores[0].value, left.row(0).dot(right.row(0)));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "score_pair: %s\n", error.what());
  return 1;
}
