// The largest eigenpairs of S x = lambda N x.
#pragma once

#include <string_view>

#include "couplet/linalg/ridge_solver.h"

namespace couplet {

enum class EigenRoute {
  automatic,
  cholesky,  // N = L L^T (dense, v^2 numbers), then the SVD of F L^-T
  dual,      // F N^-1 F^T (r_F x r_F), N^-1 through the rows of Z (Woodbury); up to 2500 rows dense: for few texts
  // F N^-1 F^T as an operator, N^-1 by preconditioned conjugate gradients: for vocabularies too large for v^2
  matrix_free,
};

/// "Cholesky", "dual", "matrix-free".
std::string_view describe(EigenRoute route);

struct GeneralisedEigenOptions {
  double tolerance = 0;  // of the residual; 0: 5e-3, as truncated_svd: eigenvalues good to about 1e-5
  bool exact = false;    // residual 1e-8: slower
  EigenRoute route = EigenRoute::automatic;
};

struct GeneralisedEigen {
  VectorD values;   // r, descending, > 0
  MatrixD vectors;  // v x r; x^T N x = 1, x^T N y = 0; the largest-magnitude entry of each is positive
  EigenRoute route = EigenRoute::automatic;  // the one taken
  Index iterations = 0;                      // block products; 0: solved densely
  double residual = 0;                       // the largest |S x - lambda N x| / (lambda |N x|), measured
  bool converged = true;                     // of the iteration
};

/// The k largest eigenpairs, r = min(k, numerical rank of S), for S = F^T F and N = diag + Z^T Z; f: r_F x v, n: v x v.
/// OPCA: F the centred texts of all languages over sqrt(n) (RankOneDifference), Z their differences from the mean over
/// languages.
///
/// automatic: dual when the rows of Z are at most v / 2 and there are few eigenpairs wanted for so many texts (r_F >
/// 2500, k < r_F / 4), or when r_F and the rows of Z are at most v / 3; else Cholesky (1.5 v^2 numbers) up to v =
/// 32,000; else matrix-free. Error(io) when run.memory does not hold the matrices: the budget never changes the result.
/// Cholesky: v^3 / 3 flops, then v^2 a vector of the Krylov space; in float for tolerances of 1e-3 and more and v >=
/// 2000, and again in double where the values, measured in double, show that float was not enough. Same bits at any
/// thread count. k >= 1, else Error(usage). N singular: Error(data) that asks for a regulariser.
GeneralisedEigen generalised_eigen(const LinearOperator<double>& f, const RidgeMatrix& n, Index k,
                                   const GeneralisedEigenOptions& options, const Run& run);

}  // namespace couplet
