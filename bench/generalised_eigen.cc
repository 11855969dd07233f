// The generalised eigenproblem of OPCA (4000 terms, 200 eigenpairs of 6000 pairs of texts) against LAPACK's dense
// solver on the same pencil, in one run. Both get all cores; LAPACK through the threads of another
// OpenBLAS, since the one inside Couplet has none (Debian: libopenblas0-pthread).
// Usage: couplet_bench generalised_eigen [--json] [terms]. One row: bridge.speed.opca-vs-lapack, a ratio (bar: at least
// 10).
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/linalg/generalised_eigen.h"

using namespace couplet;

namespace {

constexpr Index texts = 6000, terms_a_text = 100, topics = 400, topics_a_text = 3;

struct Pencil {
  CsrOperator<double> f, z;  // both languages, stacked; differences
};

/// Two languages over one vocabulary. A text and its counterpart have the same few topics, each with its frequent and
/// its rare terms, so that the eigenvalues fall off as those of real texts do, and share about half of their terms.
Pencil pencil(Index terms) {
  Random random(1);
  std::vector<Triplet<double>> f, z;
  const double scale = 1 / std::sqrt(static_cast<double>(texts));
  for (Index i = 0; i < texts; ++i) {
    Index topic[topics_a_text];
    for (Index& one : topic) {
      const double u = random.uniform();
      one = static_cast<Index>(u * u * static_cast<double>(topics));
    }
    const auto draw = [&] {
      const double u = random.uniform();
      return (topic[random.below(topics_a_text)] * 131 + static_cast<Index>(u * u * u * 200) * 17) % terms;
    };
    for (Index j = 0; j < terms_a_text; ++j) {
      const double weight = scale * (0.5 + random.uniform());
      const Index term = draw(), other = random.below(2) == 0 ? term : draw();
      f.push_back({i, term, weight});
      f.push_back({i + texts, other, weight});
      z.push_back({i, term, weight * std::sqrt(0.5)});
      z.push_back({i, other, -weight * std::sqrt(0.5)});
    }
  }
  return {CsrOperator<double>(CsrMatrix<double>::from_triplets(2 * texts, terms, std::move(f))),
          CsrOperator<double>(CsrMatrix<double>::from_triplets(texts, terms, std::move(z)))};
}

/// The machine's OpenBLAS, with threads.
struct ThreadedLapack {
  void (*set_threads)(int);
  void (*dsygvx)(const int* type, const char* job, const char* range, const char* uplo, const int* n, double* a,
                 const int* lda, double* b, const int* ldb, const double* low, const double* high, const int* first,
                 const int* last, const double* tolerance, int* found, double* w, double* z, const int* ldz,
                 double* work, const int* lwork, int* iwork, int* fail, int* info);

  ThreadedLapack() {
    void* library = dlopen("/usr/lib/x86_64-linux-gnu/openblas-pthread/libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) throw Error(ErrorCode::io, "", dlerror(), "install libopenblas0-pthread");
    set_threads = reinterpret_cast<decltype(set_threads)>(dlsym(library, "openblas_set_num_threads"));
    dsygvx = reinterpret_cast<decltype(dsygvx)>(dlsym(library, "dsygvx_"));
  }
};

/// The k largest eigenpairs, vectors as rows; s and n (symmetric, dense) are destroyed.
VectorD by_lapack(const ThreadedLapack& lapack, MatrixD& s, MatrixD& n, Index k, MatrixD& vectors) {
  const int size = static_cast<int>(s.rows()), type = 1, first = size - static_cast<int>(k) + 1, last = size;
  int found = 0, info = 0, lwork = -1;
  const double nothing = 0;
  double best = 0;
  VectorD values(size);
  vectors.resize(k, size);
  std::vector<int> iwork(5 * static_cast<std::size_t>(size)), fail(static_cast<std::size_t>(size));
  lapack.dsygvx(&type, "V", "I", "L", &size, s.data(), &size, n.data(), &size, &nothing, &nothing, &first, &last,
                &nothing, &found, values.data(), vectors.data(), &size, &best, &lwork, iwork.data(), fail.data(),
                &info);
  lwork = static_cast<int>(best);
  std::vector<double> work(lwork);
  lapack.dsygvx(&type, "V", "I", "L", &size, s.data(), &size, n.data(), &size, &nothing, &nothing, &first, &last,
                &nothing, &found, values.data(), vectors.data(), &size, work.data(), &lwork, iwork.data(), fail.data(),
                &info);
  return values.head(found).reverse();
}

}  // namespace

int bench::run_generalised_eigen(int argc, char** argv) {
  bool json = false;
  Index terms = 4000;
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json")
      json = true;
    else
      terms = std::max(400L, std::atol(argv[i]));

  const Run run;
  const Index k = terms / 20;
  const Pencil matrices = pencil(terms);
  const RidgeMatrix n(matrices.z, VectorD::Constant(terms, 0.1));

  GeneralisedEigen ours;
  double our_processor_time = 0, lapack_processor_time = 0;
  const double our_time = bench::seconds([&] {
    our_processor_time = bench::processor_seconds(
        [&] { ours = generalised_eigen(matrices.f, n, k, {.exact = true, .route = EigenRoute::cholesky}, run); });
  });

  // Making the dense matrices does not count.
  MatrixD s(terms, terms), dense_n(terms, terms), inner(2 * texts, terms);
  const MatrixD identity = MatrixD::Identity(terms, terms);
  matrices.f.apply(identity, inner, run);
  matrices.f.apply_transposed(inner, s, run);
  n.apply(identity, dense_n, run);
  const MatrixD kept_s = s, kept_n = dense_n;
  MatrixD vectors;
  VectorD values;
  const ThreadedLapack lapack;
  lapack.set_threads(run.pool.threads());
  const double lapack_time = bench::seconds([&] {
    lapack_processor_time = bench::processor_seconds([&] { values = by_lapack(lapack, s, dense_n, k, vectors); });
  });
  const VectorD last = vectors.row(0).transpose();
  const double lapack_residual =
      (kept_s * last - values[k - 1] * kept_n * last).norm() / (values[k - 1] * (kept_n * last).norm());

  bench::Report(json).add(
      {.name = "bridge.speed.opca-vs-lapack",
       .value = lapack_time / our_time,
       .bar = 10,
       .note = fmt::format("{} terms, k = {}: ours {:.2f} s ({:.2f} s of processor, residual {:.0e}), LAPACK {:.2f} s "
                           "({:.2f} s, {:.0e}); "
                           "values agree to {:.0e}",
                           terms, k, our_time, our_processor_time, ours.residual, lapack_time, lapack_processor_time,
                           lapack_residual, (ours.values - values).cwiseQuotient(values).cwiseAbs().maxCoeff())});
  return 0;
}
