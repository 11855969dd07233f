// How much a term counts in a text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace couplet {

/// Weight of a term that occurs tf times in a text.
enum class TermFrequency {
  raw,        // tf
  binary,     // 1
  log2,       // log2(tf + 1)
  sublinear,  // 1 + ln tf
  bm25,       // tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length))
  given,      // what is written behind the word (weighted_words.h); may be negative
};

/// Weight of a term that occurs in df of N texts.
enum class InverseDocumentFrequency {
  none,    // 1
  plain,   // ln(N / df)
  log2,    // log2(N / df)
  smooth,  // ln((1 + N) / (1 + df)) + 1
  bm25,    // ln(1 + (N - df + 1/2) / (df + 1/2))
};

/// Saturation of BM25: k1 >= 0 (0: binary), 0 <= b <= 1 (0: length does not matter).
struct Bm25 {
  double k1 = 1.2, b = 0.75;
};

/// How long a text is beside the others; only BM25 asks.
struct TextLength {
  double tokens = 1, mean = 1;
};

/// The weight of a term frequency; 0 for tf <= 0. For bm25, mean <= 0 counts as a text of mean length.
double term_weight(TermFrequency scheme, double tf, TextLength length = {}, Bm25 bm25 = {});

/// The weight of a document frequency. df below 1 counts as 1 where the formula would divide by zero; df <= N.
double document_weight(InverseDocumentFrequency scheme, std::int64_t texts, std::int64_t df);

/// A whole scheme, as a string that models keep: "tf=sublinear,idf=smooth", "tf=bm25,k1=1.2,b=0.75,idf=bm25"; "given"
/// is "tf=given,idf=none".
struct TermWeighting {
  TermFrequency tf = TermFrequency::sublinear;
  InverseDocumentFrequency idf = InverseDocumentFrequency::smooth;
  Bm25 bm25;

  /// Parts in any order; those left out keep their defaults. "bm25" alone is "tf=bm25,idf=bm25". Throws Error(usage)
  /// that names the bad part and what is known.
  static TermWeighting parse(std::string_view spec);
  /// The canonical spelling: parse(w.spec()).spec() == w.spec().
  std::string spec() const;
  /// term_weight times document_weight.
  double weight(double tf, std::int64_t texts, std::int64_t df, TextLength length = {}) const;
};

std::string_view name_of(TermFrequency scheme);
std::string_view name_of(InverseDocumentFrequency scheme);

}  // namespace couplet
