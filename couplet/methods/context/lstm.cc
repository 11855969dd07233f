#include "couplet/methods/context/lstm.h"

#include "couplet/linalg/lapack.h"

namespace couplet {

template <class T>
void LstmTape<T>::resize(Index states, Index units) {
  gates.resize(states, 4 * units);
  before.resize(states, units);
  cell.resize(states, units);
  hidden.resize(states, units);
}
template struct LstmTape<float>;
template struct LstmTape<double>;

template <class T>
void lstm_forward(const LstmWeights<T>& weights, const Matrix<T>& from_input, std::span<const std::int32_t> read,
                  const ContextBlock& block, LstmTape<T>& tape) {
  const Index u = weights.recurrent.rows();
  Index at = block.first_state, earlier = at;
  for (const Index rows : block.rows_at) {
    auto gates = tape.gates.middleRows(at, rows);
    for (Index row = 0; row < rows; ++row) gates.row(row) = from_input.row(read[at + row]);
    auto before = tape.before.middleRows(at, rows);
    auto cell = tape.cell.middleRows(at, rows);
    const bool first = at == block.first_state;
    if (first) {
      before.setZero();
    } else {
      before = tape.hidden.middleRows(earlier, rows);
      gemm(Transpose::no, Transpose::no, T(1), before, weights.recurrent, T(1), gates);
    }
    for (Index row = 0; row < rows; ++row) {  // row by row: a row stays in the cache
      auto gate = gates.row(row).array();
      gate.head(3 * u) = gate.head(3 * u).logistic();
      gate.tail(u) = gate.tail(u).tanh();
      cell.row(row).array() = gate.head(u) * gate.tail(u);
      if (!first) cell.row(row).array() += gate.segment(u, u) * tape.cell.row(earlier + row).array();
      tape.hidden.row(at + row).array() = gate.segment(2 * u, u) * cell.row(row).array().tanh();
    }
    earlier = at;
    at += rows;
  }
}

template <class T>
void lstm_backward(const LstmWeights<T>& weights, const Matrix<T>& to_hidden, const ContextBlock& block,
                   LstmTape<T>& tape) {
  const Index u = weights.recurrent.rows(), most = block.rows_at[0];
  // From the step after; zero for sentences that end here.
  Matrix<T> to_before = Matrix<T>::Zero(most, u), to_cell = Matrix<T>::Zero(most, u);
  Index at = block.first_state + block.states();
  Eigen::Array<T, 1, Eigen::Dynamic> dh(u), squashed(u), in(u), forget(u), out(u), candidate(u);
  for (auto step = block.rows_at.size(); step-- > 0;) {
    const Index rows = block.rows_at[step];
    at -= rows;
    for (Index row = 0; row < rows; ++row) {
      auto gate = tape.gates.row(at + row).array();
      in = gate.head(u);
      forget = gate.segment(u, u);
      out = gate.segment(2 * u, u);
      candidate = gate.tail(u);
      squashed = tape.cell.row(at + row).array().tanh();
      dh = to_hidden.row(at + row).array() + to_before.row(row).array();
      gate.segment(2 * u, u) = dh * squashed * out * (1 - out);
      dh = to_cell.row(row).array() + dh * out * (1 - squashed.square());
      gate.head(u) = dh * candidate * in * (1 - in);
      if (step > 0)
        gate.segment(u, u) = dh * tape.cell.row(at - block.rows_at[step - 1] + row).array() * forget * (1 - forget);
      else
        gate.segment(u, u).setZero();
      gate.tail(u) = dh * in * (1 - candidate.square());
      to_cell.row(row).array() = dh * forget;
    }
    if (step > 0)
      gemm(Transpose::no, Transpose::yes, T(1), tape.gates.middleRows(at, rows), weights.recurrent, T(0),
           to_before.topRows(rows));
  }
}

template void lstm_forward(const LstmWeights<float>&, const MatrixF&, std::span<const std::int32_t>,
                           const ContextBlock&, LstmTape<float>&);
template void lstm_forward(const LstmWeights<double>&, const MatrixD&, std::span<const std::int32_t>,
                           const ContextBlock&, LstmTape<double>&);
template void lstm_backward(const LstmWeights<float>&, const MatrixF&, const ContextBlock&, LstmTape<float>&);
template void lstm_backward(const LstmWeights<double>&, const MatrixD&, const ContextBlock&, LstmTape<double>&);

}  // namespace couplet
