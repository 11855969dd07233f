// Linear maps from terms to one space for all languages: CL-LSI, OPCA and CCA (Platt, Toutanova and Yih 2010).
#pragma once

#include <string>
#include <vector>

#include "couplet/linalg/shared_sparse.h"

namespace couplet {

struct ProjectionOptions {
  Index dimension = 100;  // >= 1; fewer come back when the rank is smaller
  bool asked = true;      // by the user, who then is warned when the rank is smaller
  double regulariser = 0.1;
  bool exact = false;  // residual 1e-8 where an iteration is used
};

struct Projection {
  MatrixD terms;        // terms x r: a text's vector is the sum of its terms' rows, by weight
  VectorD values;       // r, descending: singular values, eigenvalues or correlations
  std::string route;    // how it was solved, for the report
  double residual = 0;  // relative
  bool converged = true;
};

// Each throws Error(data) when the documents do not differ (no direction to find), and warns through run.observer when
// fewer than the asked dimensions exist. Same bits at any thread count. The rows may belong to the processes of a team.

/// The right singular vectors of the documents, all languages' terms in one row (joined_texts). n x v.
Projection cl_lsi(const OwnedRows<double>& documents, const ProjectionOptions& options, const Run& run);

/// The same of one collection, in single precision unless it is to be exact: far more than the tolerance needs, at half
/// the cost, and vectors are kept so. Small collections, where it costs nothing, are solved in double.
Projection lsi(const OwnedRows<double>& texts, const ProjectionOptions& options, const Run& run);

/// The directions in which the texts of all languages vary most: the eigenvectors of S below, values its eigenvalues'
/// roots. texts: n x v, a language each; one is plain PCA.
Projection pca(const std::vector<OwnedRows<double>>& texts, const ProjectionOptions& options, const Run& run);

/// S x = lambda N x: directions in which texts vary much, and the texts of one document little. texts: D_m, n x v, a
/// language each.
///   S = sum_m D_m^T D_m / n - mu_m^T mu_m,  N = sum_m (D_m - Dbar)^T (D_m - Dbar) / n + regulariser I
/// Throws Error(data) when the regulariser is 0 and N singular.
Projection opca(const std::vector<OwnedRows<double>>& texts, const ProjectionOptions& options, const Run& run);

/// Canonical correlations of two or more languages, covariances plus regulariser I; texts: n x v_m, over the terms of
/// one language each. The rows of the result are the first language's terms, then the second's, ... Two languages: the
/// SVD of the white covariance. More:
///   S x = lambda N x,  S: the covariances C_ab of all pairs of languages, 0 for a = b,  N: C_aa + regulariser I
/// whose largest eigenvalues are the sums of correlations. Throws as opca.
Projection cca(const std::vector<OwnedRows<double>>& texts, const ProjectionOptions& options, const Run& run);

/// How cca solves: through the n x n Gram matrices, or the Cholesky factors of the covariances. For tests; cca chooses
/// the first for n <= 4000 below the number of terms.
enum class CcaRoute { gram, cholesky };
Projection cca_by(CcaRoute route, const std::vector<OwnedRows<double>>& texts, const ProjectionOptions& options,
                  const Run& run);

/// OPCA in two stages, for vocabularies too large for v^2 numbers: first OPCA of each block of terms by itself, then
/// the directions of all blocks together (Rayleigh and Ritz: the best of the whole problem in the space they span).
/// block_of: the block of each term, from 0.
Projection dda(const std::vector<OwnedRows<double>>& texts, const std::vector<Index>& block_of, Index blocks,
               const ProjectionOptions& options, const Run& run);

/// Throws Error(data) when in no language two texts differ by more than rounding; for other makers of projections.
void require_variation(const std::vector<OwnedRows<double>>& texts, Team& team);
/// Throws or warns as said above; for other makers of projections.
void check_dimension(const Projection& projection, const ProjectionOptions& options, const Run& run);

}  // namespace couplet
