#include "couplet/methods/rnnlm/rnn_cell.h"

#include "couplet/linalg/lapack.h"
#include "couplet/methods/language/lstm_row.h"

namespace couplet {
namespace {

/// c' of a word; null where the text begins afresh.
template <class T>
const T* cell_before(const RnnBatch& batch, const CellTape<T>& tape, Index step, Index row) {
  const Index at = step * batch.rows + row;
  if (batch.fresh[at]) return nullptr;
  return step == 0 ? &tape.first_cell(row, 0) : &tape.cell(at - batch.rows, 0);
}

template <class T>
void zero_at_fresh(const RnnBatch& batch, Index step, MutableRef<T> rows) {
  for (Index row = 0; row < batch.rows; ++row)
    if (batch.fresh[step * batch.rows + row]) rows.row(row).setZero();
}

}  // namespace

template <class T>
void cell_forward(const RnnShape& shape, const RnnWeights<T>& weights, const RnnBatch& batch, const Matrix<T>& inputs,
                  RnnState<T>& state, CellTape<T>& tape) {
  const Index n = batch.steps * batch.rows, rows = batch.rows, h = shape.hidden;
  const bool lstm = shape.cell == RnnCell::lstm;
  tape.gates.resize(n, shape.gates() * h);
  tape.hidden_before.resize(n, h);
  tape.hidden.resize(n, h);
  if (lstm) {
    tape.cell.resize(n, h);
    tape.first_cell = state.cell;
  }
  tape.gates = weights.bias.replicate(n, 1);
  gemm(Transpose::no, Transpose::no, T(1), inputs, weights.input, T(1), tape.gates);
  for (Index t = 0; t < batch.steps; ++t) {
    const Index at = t * rows;
    auto before = tape.hidden_before.middleRows(at, rows);
    auto gates = tape.gates.middleRows(at, rows);
    if (t == 0)
      before = state.hidden;
    else
      before = tape.hidden.middleRows(at - rows, rows);
    zero_at_fresh<T>(batch, t, before);
    gemm(Transpose::no, Transpose::no, T(1), before, weights.recurrent, T(1), gates);
    if (!lstm) {
      if (shape.cell == RnnCell::sigmoid)
        gates = gates.array().logistic();
      else
        gates = gates.array().tanh();
      tape.hidden.middleRows(at, rows) = gates;
      continue;
    }
    for (Index row = 0; row < rows; ++row)
      lstm_row_forward<T>(h, &tape.gates(at + row, 0), cell_before(batch, tape, t, row), &tape.cell(at + row, 0),
                          &tape.hidden(at + row, 0));
  }
  state.hidden = tape.hidden.bottomRows(rows);
  if (lstm) state.cell = tape.cell.bottomRows(rows);
}

template <class T>
Matrix<T> cell_backward(const RnnShape& shape, const RnnWeights<T>& weights, const RnnBatch& batch,
                        const Matrix<T>& inputs, CellTape<T>& tape, const Matrix<T>& to_hidden,
                        RnnWeights<T>& gradient) {
  const Index n = batch.steps * batch.rows, rows = batch.rows, h = shape.hidden;
  Matrix<T> from_later = Matrix<T>::Zero(rows, h), to_cell = Matrix<T>::Zero(rows, h);
  for (Index t = batch.steps - 1; t >= 0; --t) {
    const Index at = t * rows;
    auto gates = tape.gates.middleRows(at, rows);
    if (shape.cell == RnnCell::lstm) {
      for (Index row = 0; row < rows; ++row)
        lstm_row_backward<T>(h, &tape.gates(at + row, 0), &tape.cell(at + row, 0), cell_before(batch, tape, t, row),
                             &to_hidden(at + row, 0), &from_later(row, 0), &to_cell(row, 0));
    } else {
      const auto dh = (to_hidden.middleRows(at, rows) + from_later).array();
      if (shape.cell == RnnCell::sigmoid)
        gates = dh * gates.array() * (1 - gates.array());
      else
        gates = dh * (1 - gates.array().square());
    }
    gemm(Transpose::no, Transpose::yes, T(1), gates, weights.recurrent, T(0), from_later);
    zero_at_fresh<T>(batch, t, from_later);
  }
  gemm(Transpose::yes, Transpose::no, T(1), tape.hidden_before, tape.gates, T(1), gradient.recurrent);
  gemm(Transpose::yes, Transpose::no, T(1), inputs, tape.gates, T(1), gradient.input);
  gradient.bias += tape.gates.colwise().sum();
  Matrix<T> to_inputs(n, h);
  gemm(Transpose::no, Transpose::yes, T(1), tape.gates, weights.input, T(0), to_inputs);
  return to_inputs;
}

template void cell_forward(const RnnShape&, const RnnWeights<float>&, const RnnBatch&, const Matrix<float>&,
                           RnnState<float>&, CellTape<float>&);
template void cell_forward(const RnnShape&, const RnnWeights<double>&, const RnnBatch&, const Matrix<double>&,
                           RnnState<double>&, CellTape<double>&);
template Matrix<float> cell_backward(const RnnShape&, const RnnWeights<float>&, const RnnBatch&, const Matrix<float>&,
                                     CellTape<float>&, const Matrix<float>&, RnnWeights<float>&);
template Matrix<double> cell_backward(const RnnShape&, const RnnWeights<double>&, const RnnBatch&,
                                      const Matrix<double>&, CellTape<double>&, const Matrix<double>&,
                                      RnnWeights<double>&);

}  // namespace couplet
