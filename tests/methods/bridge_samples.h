// Documents made up for the tests of the bridge.
#pragma once

#include <string>
#include <vector>

#include "couplet/linalg/sparse.h"
#include "couplet/methods/bridge/term_counts.h"
#include "tests/methods/generated_pairs.h"

namespace couplet {

/// 30 documents in two languages over the shared words w0 ... w7; golden values for them were computed independently of Couplet.
inline constexpr int golden_counts[2][30][8] = {
    {{1, 4, 1, 0, 3, 0, 0, 0},   {0, 3, 5, 10, 12, 0, 0, 3}, {4, 18, 4, 2, 11, 9, 1, 6},  {1, 5, 25, 32, 4, 1, 4, 1},
     {2, 11, 7, 4, 7, 5, 1, 5},  {1, 7, 5, 10, 4, 10, 0, 2}, {0, 6, 1, 3, 4, 1, 0, 0},    {0, 4, 3, 4, 7, 5, 2, 1},
     {0, 1, 8, 6, 1, 0, 0, 1},   {1, 1, 9, 7, 6, 2, 0, 0},   {2, 5, 16, 21, 6, 2, 1, 3},  {2, 8, 3, 3, 4, 3, 0, 1},
     {1, 13, 2, 2, 5, 3, 1, 4},  {1, 3, 9, 8, 17, 6, 0, 0},  {0, 18, 3, 2, 13, 10, 2, 8}, {0, 7, 0, 0, 6, 8, 0, 2},
     {1, 10, 5, 3, 11, 0, 0, 2}, {1, 2, 7, 4, 4, 7, 0, 0},   {0, 6, 2, 0, 2, 1, 2, 0},    {4, 18, 34, 29, 11, 6, 4, 4},
     {0, 3, 0, 0, 6, 0, 1, 2},   {1, 7, 0, 3, 5, 13, 0, 4},  {1, 3, 10, 9, 8, 1, 1, 1},   {1, 4, 6, 6, 3, 3, 0, 1},
     {3, 16, 3, 8, 10, 6, 2, 6}, {0, 5, 1, 0, 6, 6, 0, 2},   {2, 20, 5, 4, 12, 9, 0, 8},  {1, 5, 4, 4, 6, 3, 0, 4},
     {1, 4, 1, 5, 7, 1, 0, 2},   {0, 0, 4, 7, 2, 3, 0, 1}},
    {{0, 1, 0, 0, 0, 0, 0, 1},  {3, 1, 0, 0, 0, 2, 4, 7}, {15, 1, 0, 2, 0, 0, 3, 4},  {8, 9, 0, 2, 3, 0, 10, 14},
     {1, 0, 0, 5, 2, 4, 0, 1},  {1, 5, 1, 2, 0, 1, 0, 2}, {4, 2, 1, 1, 0, 0, 2, 8},   {9, 2, 0, 4, 2, 0, 0, 6},
     {2, 2, 0, 0, 1, 0, 1, 2},  {6, 1, 0, 1, 0, 0, 1, 3}, {12, 5, 0, 1, 3, 3, 2, 10}, {1, 1, 0, 0, 0, 0, 0, 4},
     {0, 2, 0, 2, 0, 2, 0, 1},  {4, 3, 1, 4, 1, 0, 6, 6}, {2, 1, 1, 3, 1, 6, 1, 1},   {2, 0, 0, 3, 0, 1, 1, 2},
     {5, 3, 0, 2, 1, 1, 2, 7},  {2, 3, 1, 0, 2, 0, 1, 7}, {1, 0, 0, 1, 0, 1, 0, 3},   {4, 14, 1, 3, 3, 1, 6, 20},
     {3, 0, 0, 0, 0, 2, 2, 12}, {1, 5, 0, 0, 0, 1, 4, 3}, {8, 6, 0, 0, 0, 0, 2, 12},  {2, 2, 0, 1, 0, 0, 0, 2},
     {4, 2, 0, 4, 1, 1, 5, 9},  {2, 0, 0, 0, 0, 0, 4, 5}, {3, 1, 0, 3, 0, 0, 2, 4},   {5, 3, 0, 3, 0, 0, 3, 9},
     {4, 2, 0, 1, 1, 0, 0, 6},  {0, 1, 0, 1, 2, 0, 1, 4}}};

/// Weights log2(count + 1) log2(60 / texts with the word), regulariser 0.1.
inline constexpr double golden_opca_values[8] = {3.639283560996,  1.795257595936,  1.14105194493,   0.9833466987368,
                                                 0.7594142570576, 0.2615062196198, 0.2049895144921, 0.1152118829169};
/// X X^T of the first three eigenvectors.
inline constexpr double golden_opca_projector[8][8] = {
    {2.638195823932, 0.4850475747603, 0.2575783412006, 2.231723400063, 0.02864733537294, -0.2244778653191,
     -0.1266240873839, 0.5747363945377},
    {0.4850475747603, 0.1074127298107, -0.03312577245823, 0.5135422687228, 0.01139161301756, 0.1268103532203,
     0.03892784549056, 0.137123993118},
    {0.2575783412006, -0.03312577245823, 0.3917382238255, -0.2174264032211, 0.05737641745598, -0.7883869828914,
     -0.1479520751165, -0.06482159203321},
    {2.231723400063, 0.5135422687228, -0.2174264032211, 2.508656515209, 0.2050673327178, 0.7176600390292,
     0.493986371865, 0.6963302337559},
    {0.02864733537294, 0.01139161301756, 0.05737641745598, 0.2050673327178, 0.5895115382132, -0.1227464576251,
     1.01947213051, 0.1456255538072},
    {-0.2244778653191, 0.1268103532203, -0.7883869828914, 0.7176600390292, -0.1227464576251, 1.62171150846,
     0.2831695725122, 0.2022729790195},
    {-0.1266240873839, 0.03892784549056, -0.1479520751165, 0.493986371865, 1.01947213051, 0.2831695725122,
     1.921310674714, 0.2991196641652},
    {0.5747363945377, 0.137123993118, -0.06482159203321, 0.6963302337559, 0.1456255538072, 0.2022729790195,
     0.2991196641652, 0.2077341062416}};
/// Regulariser 3.
inline constexpr double golden_cca_values[8] = {0.1408255893134,   0.05310761928158,  0.03664708647935,
                                                0.02357892296172,  0.006214201140539, 0.005923811766558,
                                                0.002344917967574, 0.001299030502647};

/// The golden documents of a language as a file, a line a document.
inline std::string golden_text(int language) {
  std::string text;
  for (const auto& document : golden_counts[language]) {
    for (int word = 0; word < 8; ++word)
      for (int time = 0; time < document[word]; ++time) text += "w" + std::to_string(word) + " ";
    text += '\n';
  }
  return text;
}

/// One side of topic_texts as a file, a line a text.
inline std::string lines_of(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& line : texts) text += line + '\n';
  return text;
}

inline DocumentCounts counted(const std::vector<std::string>& paths, const Run& run = Run()) {
  DataFiles files;
  files.paths = paths;
  return count_documents(files, {TextPipeline::parse("space")}, run);
}

inline CsrMatrix<double> sparse_of(const MatrixD& dense) {
  std::vector<Triplet<double>> entries;
  for (Index i = 0; i < dense.rows(); ++i)
    for (Index j = 0; j < dense.cols(); ++j)
      if (dense(i, j) != 0) entries.push_back({i, j, dense(i, j)});
  return CsrMatrix<double>::from_triplets(dense.rows(), dense.cols(), std::move(entries));
}

}  // namespace couplet
