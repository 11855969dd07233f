// What a method is fitted on.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "couplet/linalg/matrix.h"
#include "couplet/linalg/sparse.h"
#include "couplet/text/source.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

struct LabelledCounts;  // text/table_reader.h
class WordVectors;      // lexicon/word_vectors.h

/// Rows of numbers in a program's memory, not copied: the program keeps them, or `owner` does.
class RowsView {
 public:
  /// stride: values from the beginning of one row to that of the next; step: from one column to the next.
  RowsView(std::variant<const float*, const double*> values, Index rows, Index cols, Index stride,
           std::shared_ptr<const void> owner = nullptr, Index step = 1)
      : values_(values), rows_(rows), cols_(cols), stride_(stride), step_(step), owner_(std::move(owner)) {}
  RowsView(const MatrixD& matrix) : RowsView(matrix.data(), matrix.rows(), matrix.cols(), matrix.cols()) {}
  RowsView(const MatrixF& matrix) : RowsView(matrix.data(), matrix.rows(), matrix.cols(), matrix.cols()) {}

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  /// Rows [first, first + count) as doubles, row-major, as NpyReader reads them: NaN and infinity are Error(data) with
  /// row and column, both counted from 1.
  void read(Index first, Index count, std::span<double> out) const;

 private:
  std::variant<const float*, const double*> values_;
  Index rows_, cols_, stride_, step_;
  std::shared_ptr<const void> owner_;
};

/// The words of n texts of one language, counted: entry (i, w) of `counts` is how often text i has word w.
struct CountedTexts {
  Vocabulary words;
  CsrMatrix<float> counts;
};

/// A source of texts, or what can stand in a program's memory in the place of a file of numbers.
struct Data : Source {
  Data() = default;
  Data(Source source) : Source(std::move(source)) {}

  /// Pairs of vectors, left and right: in the place of two .npy files.
  std::vector<RowsView> vectors;
  /// In the place of a file with a table.
  std::shared_ptr<const LabelledCounts> table;
  /// In the place of a file with word vectors.
  std::shared_ptr<const WordVectors> word_vectors;
  /// Documents in several languages: text i of each is document i.
  std::vector<CountedTexts> documents;

  /// As Source; "the vectors given", "the table given", "the documents given".
  std::string name() const;
};

Data vectors_in_memory(RowsView left, RowsView right);
Data table_in_memory(LabelledCounts table);
/// counts: a row a row label, a column a column label; 0 or more.
Data table_in_memory(const std::vector<std::string>& rows, const std::vector<std::string>& cols,
                     const RowsView& counts);
Data table_in_memory(Vocabulary rows, Vocabulary cols, const CsrMatrix<double>& counts);
Data word_vectors_in_memory(WordVectors vectors);
Data documents_in_memory(std::vector<CountedTexts> languages);

}  // namespace couplet
