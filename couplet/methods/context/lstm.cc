#include "couplet/methods/context/lstm.h"

#include "couplet/linalg/lapack.h"
#include "couplet/methods/language/lstm_row.h"

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
    const bool first = at == block.first_state;
    if (first) {
      before.setZero();
    } else {
      before = tape.hidden.middleRows(earlier, rows);
      gemm(Transpose::no, Transpose::no, T(1), before, weights.recurrent, T(1), gates);
    }
    for (Index row = 0; row < rows; ++row)
      lstm_row_forward<T>(u, &tape.gates(at + row, 0), first ? nullptr : &tape.cell(earlier + row, 0),
                          &tape.cell(at + row, 0), &tape.hidden(at + row, 0));
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
  for (auto step = block.rows_at.size(); step-- > 0;) {
    const Index rows = block.rows_at[step];
    at -= rows;
    const Index earlier = step > 0 ? at - block.rows_at[step - 1] : 0;
    for (Index row = 0; row < rows; ++row)
      lstm_row_backward<T>(u, &tape.gates(at + row, 0), &tape.cell(at + row, 0),
                           step > 0 ? &tape.cell(earlier + row, 0) : nullptr, &to_hidden(at + row, 0),
                           &to_before(row, 0), &to_cell(row, 0));
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
