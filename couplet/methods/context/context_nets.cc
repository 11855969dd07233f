#include "couplet/methods/context/context_nets.h"

namespace couplet {
namespace {

constexpr Index distinct_piece = 256;

template <class T>
const LstmWeights<T>& weights_of(const ContextWeights<T>& weights, int net) {
  return net == 0 ? weights.left : weights.right;
}

const std::vector<std::int32_t>& read_by(const ContextBatch& batch, int net) {
  return net == 0 ? batch.left_read : batch.right_read;
}

}  // namespace

template <class T>
void ContextNets<T>::forward(const ContextWeights<T>& weights, const ContextBatch& batch, const UnitDropout& dropout) {
  const Index units = weights.left.recurrent.rows(), dimension = weights.in.cols();
  const Index distinct = std::ssize(batch.distinct);
  dropped_ = dropout.share > 0;
  make_room(vectors_, distinct, dimension);
  if (dropped_) make_room(masks_, distinct, dimension);
  for (Net& net : nets_) {
    make_room(net.from_input, distinct, 4 * units);
    make_room(net.tape.gates, batch.states, 4 * units);
    for (Matrix<T>* matrix : {&net.tape.before, &net.tape.cell, &net.tape.hidden})
      make_room(*matrix, batch.states, units);
  }
  ContextTasks tasks;
  tasks.add_pieces(distinct, distinct_piece, [&](Index begin, Index rows) {
    auto vectors = vectors_.middleRows(begin, rows);
    for (Index i = 0; i < rows; ++i) vectors.row(i) = weights.in.row(batch.distinct[begin + i]);
    if (dropped_) {
      auto masks = masks_.middleRows(begin, rows);
      masks.setOnes();
      Random random = dropout.random(static_cast<std::uint64_t>(begin / distinct_piece));
      dropout.apply(random, masks.data(), masks.size());
      vectors.array() *= masks.array();
    }
    for (int n = 0; n < 2; ++n) {
      const LstmWeights<T>& own = weights_of(weights, n);
      auto gates = nets_[n].from_input.middleRows(begin, rows);
      gates = own.bias.replicate(rows, 1);
      gemm(Transpose::no, Transpose::no, T(1), vectors, own.input, T(1), gates);
    }
  });
  tasks.run(pool_);
  for (const ContextBlock& block : batch.blocks)
    for (int n = 0; n < 2; ++n)
      tasks.add([&, n] {
        lstm_forward<T>(weights_of(weights, n), nets_[n].from_input, read_by(batch, n), block, nets_[n].tape);
      });
  tasks.run(pool_);
}

template <class T>
void ContextNets<T>::clear_gradients(const ContextBatch& batch) {
  ContextTasks tasks;
  for (Net& net : nets_) {
    make_room(net.to_hidden, batch.states, net.tape.hidden.cols());
    tasks.add_pieces(batch.states, 512,
                     [&net](Index begin, Index rows) { net.to_hidden.middleRows(begin, rows).setZero(); });
  }
  tasks.run(pool_);
}

template <class T>
void ContextNets<T>::index_reading(const ContextBatch& batch, std::span<const std::int32_t> read, Net& net) {
  net.begins.assign(batch.distinct.size() + 1, 0);
  net.order.resize(read.size());
  for (const std::int32_t slot : read) ++net.begins[slot + 1];
  for (std::size_t i = 1; i < net.begins.size(); ++i) net.begins[i] += net.begins[i - 1];
  std::vector<Index> next(net.begins.begin(), net.begins.end() - 1);
  for (std::size_t state = 0; state < read.size(); ++state) net.order[next[read[state]]++] = static_cast<Index>(state);
}

template <class T>
void ContextNets<T>::backward(const ContextWeights<T>& weights, const ContextBatch& batch,
                              ContextGradient<T>& gradient) {
  const Index distinct = std::ssize(batch.distinct), dimension = weights.in.cols();
  ContextTasks tasks;
  for (const ContextBlock& block : batch.blocks)
    for (int n = 0; n < 2; ++n)
      tasks.add([&, n] { lstm_backward<T>(weights_of(weights, n), nets_[n].to_hidden, block, nets_[n].tape); });
  for (int n = 0; n < 2; ++n) tasks.add([&, n] { index_reading(batch, read_by(batch, n), nets_[n]); });
  tasks.run(pool_);
  LstmWeights<T>* const to[2] = {&gradient.weights.left, &gradient.weights.right};
  for (int n = 0; n < 2; ++n) {
    Net& net = nets_[n];
    tasks.add_product<T>(net.tape.before.topRows(batch.states), net.tape.gates.topRows(batch.states), T(0),
                         to[n]->recurrent);
    tasks.add_pieces(distinct, distinct_piece, [&net](Index begin, Index rows) {
      for (Index i = begin; i < begin + rows; ++i) {
        auto sum = net.from_input.row(i);
        sum.setZero();
        for (Index at = net.begins[i]; at < net.begins[i + 1]; ++at) sum += net.tape.gates.row(net.order[at]);
      }
    });
  }
  tasks.run(pool_);
  gradient.in_words = batch.distinct;
  gradient.weights.in.resize(distinct, dimension);
  for (int n = 0; n < 2; ++n) {
    const auto gates = nets_[n].from_input.topRows(distinct);
    tasks.add_product<T>(vectors_.topRows(distinct), gates, T(0), to[n]->input);
    tasks.add([gates, bias = &to[n]->bias] { *bias = gates.colwise().sum(); });
  }
  tasks.add_pieces(distinct, distinct_piece, [&](Index begin, Index rows) {
    auto vectors = gradient.weights.in.middleRows(begin, rows);
    for (int n = 0; n < 2; ++n)
      gemm(Transpose::no, Transpose::yes, T(1), nets_[n].from_input.middleRows(begin, rows),
           weights_of(weights, n).input, T(n), vectors);
    if (dropped_) vectors.array() *= masks_.middleRows(begin, rows).array();
  });
  tasks.run(pool_);
}

template class ContextNets<float>;
template class ContextNets<double>;

}  // namespace couplet
