// Topics shared by the languages of a document: JPLSA and CPLSA (Platt, Toutanova and Yih 2010, section 2.3).
#pragma once

#include <functional>
#include <vector>

#include "couplet/linalg/shared_sparse.h"

namespace couplet {

struct PlsaOptions {
  Index topics = 200;      // >= 1
  Index iterations = 100;  // >= 1
  double alpha = 1.1;      // prior of a document's topics, >= 1
  double beta = 1.01;      // prior of a topic's words, >= 1
  bool coupled =
      false;  // CPLSA: each text has its own topics, drawn together; else (JPLSA) a document has one for all its texts
  Index projection_steps = 10;  // CPLSA: steps that make the expected topics of both texts agree, >= 1
  double strength = 1000;       // CPLSA: radius of the ball of multipliers, in mean text lengths
  Index look_each = 1;          // with a development figure: iterations between two looks at it, >= 1
  Index patience = 10;          // looks without a better one before learning ends, >= 1
};

/// A figure of merit of p(term | topic) on documents kept apart, higher is better.
using TopicFigure = std::function<double(const MatrixD& words)>;

struct TopicLook {
  Index iteration = 0;
  double figure = 0;
};

struct Plsa {
  MatrixD words;         // terms x topics: p(term | topic); each block of terms adds up to 1 a topic
  Index iterations = 0;  // behind `words`
  /// Before each iteration, a token: the log-likelihood sum_w c_w log sum_t p(w|t) p(t|text), and what EM cannot lower:
  /// that with the priors' log-density (up to a constant) and, of CPLSA, less KL(q | p) of the coupled posteriors q and
  /// the ball's radius times |s1 - s2|. CPLSA's own likelihood may fall, and its objective does not where
  /// projection_steps settle the multipliers.
  std::vector<double> log_likelihood, objective;
  std::vector<TopicLook> development;
};

/// Learns topics by MAP-EM. counts: occurrences of the terms, n x v a language, all over one term space. blocks: first
/// rows of the vocabularies, ascending, the first 0: words are distributions over each block. Start: terms, most
/// frequent first within their block, are dealt to the topics in turn. CPLSA takes two languages.
///
/// Time: an iteration is 4 products of the counts' non-zeros with topics columns (CPLSA: projection_steps times as
/// many). With a figure learning ends when it has not risen for a while, and the best words come back (the first of
/// equals). Same bits at any thread count, and where the rows belong to the processes of a team: then each has the
/// topics of its own. Throws Error(usage) for impossible options.
Plsa train_plsa(const std::vector<OwnedRows<double>>& counts, const std::vector<Index>& blocks,
                const PlsaOptions& options, const Run& run, const TopicFigure& figure = {});

/// q1(t|w) ~ p1(t|w) exp(-l_t / n1), q2(t|w) ~ p2(t|w) exp(+l_t / n2), with l such that the expected topic shares s1,
/// s2 of both texts agree as far as the ball allows. The gradient of the dual is s1 - s2 and its curvature about s_t (1
/// / n1 + 1 / n2), so that a step of log(s1 / s2) / (1 / n1 + 1 / n2) is Newton's near the end; ten settle the shares
/// to a thousandth. Returns the factors exp(-l / n1) and exp(+l / n2), one a topic, and the ball's radius times |s1 -
/// s2|; counts: by term of the text; p: terms of the text x topics, rows p(t|w) before scaling. For tests, and
/// train_plsa.
struct CoupledFactors {
  VectorD left, right;
  double penalty = 0;
};
CoupledFactors couple(const MatrixD& left, const VectorD& left_counts, const MatrixD& right,
                      const VectorD& right_counts, const PlsaOptions& options);

}  // namespace couplet
