#include "couplet/methods/rewriting/svm.h"

#include <libsvm/svm.h>

#include <algorithm>
#include <numeric>

#include "couplet/base/error.h"

namespace couplet {

struct SvmProblem::State {
  std::int64_t size = 0;
  std::vector<int> labels;
  std::vector<svm_node> nodes;  // a row: 0:number from 1, 1:K(i,1), ..., -1

  svm_node* row(std::int64_t item) { return nodes.data() + item * (size + 2); }
};

SvmProblem::SvmProblem(const MatrixD& gram, std::span<const int> labels) : state_(std::make_unique<State>()) {
  state_->size = gram.rows();
  state_->labels.assign(labels.begin(), labels.end());
  state_->nodes.resize(gram.rows() * (gram.rows() + 2));
  for (Index i = 0; i < gram.rows(); ++i) {
    svm_node* row = state_->row(i);
    row[0] = {0, static_cast<double>(i + 1)};
    for (Index j = 0; j < gram.cols(); ++j) row[j + 1] = {static_cast<int>(j + 1), gram(i, j)};
    row[gram.cols() + 1] = {-1, 0};
  }
}

SvmProblem::~SvmProblem() = default;
SvmProblem::SvmProblem(SvmProblem&&) noexcept = default;

void SvmProblem::relabel(std::span<const int> labels) { state_->labels.assign(labels.begin(), labels.end()); }
std::int64_t SvmProblem::size() const { return state_->size; }
std::span<const int> SvmProblem::labels() const { return state_->labels; }

SvmSolution SvmProblem::train(std::span<const std::int64_t> items, const SvmOptions& options) const {
  std::vector<svm_node*> rows;
  std::vector<double> labels;
  for (const std::int64_t item : items) {
    rows.push_back(state_->row(item));
    labels.push_back(state_->labels[item] == 1 ? 1 : -1);
  }
  if (std::adjacent_find(labels.begin(), labels.end(), std::not_equal_to<>()) == labels.end())
    return {{}, {}, labels.empty() ? 0 : labels[0]};
  svm_problem problem{static_cast<int>(items.size()), labels.data(), rows.data()};
  int weight_labels[] = {1};
  double weights[] = {options.positive_weight};
  svm_parameter parameter{};
  parameter.svm_type = C_SVC;
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = 200;
  parameter.eps = 1e-3;
  parameter.C = options.c;
  parameter.nr_weight = 1;
  parameter.weight_label = weight_labels;
  parameter.weight = weights;
  parameter.shrinking = 1;
  if (const char* refusal = svm_check_parameter(&problem, &parameter)) throw Error(ErrorCode::internal, "svm", refusal);
  svm_set_print_string_function([](const char*) {});  // LIBSVM writes to standard output otherwise
  svm_model* model = svm_train(&problem, &parameter);
  SvmSolution solution;
  const double sign = model->label[0] == 1 ? 1 : -1;
  for (int i = 0; i < model->l; ++i) {
    solution.items.push_back(items[model->sv_indices[i] - 1]);
    solution.coefficients.push_back(sign * model->sv_coef[0][i]);
  }
  solution.bias = -sign * model->rho[0];
  svm_free_and_destroy_model(&model);
  // LIBSVM groups by class; ours ascend.
  std::vector<std::size_t> order(solution.items.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return solution.items[a] < solution.items[b]; });
  SvmSolution sorted{{}, {}, solution.bias};
  for (const std::size_t i : order) {
    sorted.items.push_back(solution.items[i]);
    sorted.coefficients.push_back(solution.coefficients[i]);
  }
  return sorted;
}

double SvmProblem::decision(const SvmSolution& solution, std::int64_t item) const {
  const svm_node* row = state_->row(item);
  double sum = 0;
  for (std::size_t i = 0; i < solution.items.size(); ++i)
    sum += solution.coefficients[i] * row[solution.items[i] + 1].value;
  return sum + solution.bias;
}

}  // namespace couplet
