#include "couplet/methods/rnnlm/rnn_cell.h"

#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

template <class T>
void copy_unless_fresh(const RnnBatch& batch, Index step, const Matrix<T>& state, MutableRef<T> out) {
  out = state;
  for (Index row = 0; row < batch.rows; ++row)
    if (batch.fresh[step * batch.rows + row]) out.row(row).setZero();
}

template <class T>
void stop_at_fresh(const RnnBatch& batch, Index step, Matrix<T>& gradient) {
  for (Index row = 0; row < batch.rows; ++row)
    if (batch.fresh[step * batch.rows + row]) gradient.row(row).setZero();
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
    tape.cell_before.resize(n, h);
    tape.cell_tanh.resize(n, h);
  }
  tape.gates = weights.bias.replicate(n, 1);
  gemm(Transpose::no, Transpose::no, T(1), inputs, weights.input, T(1), tape.gates);
  for (Index t = 0; t < batch.steps; ++t) {
    const Index at = t * rows;
    auto before = tape.hidden_before.middleRows(at, rows);
    auto gates = tape.gates.middleRows(at, rows);
    copy_unless_fresh<T>(batch, t, state.hidden, before);
    gemm(Transpose::no, Transpose::no, T(1), before, weights.recurrent, T(1), gates);
    if (!lstm) {
      if (shape.cell == RnnCell::sigmoid)
        gates = gates.array().logistic();
      else
        gates = gates.array().tanh();
      state.hidden = gates;
    } else {
      auto cell_before = tape.cell_before.middleRows(at, rows);
      copy_unless_fresh<T>(batch, t, state.cell, cell_before);
      gates.leftCols(3 * h) = gates.leftCols(3 * h).array().logistic();
      gates.rightCols(h) = gates.rightCols(h).array().tanh();
      state.cell =
          gates.middleCols(h, h).array() * cell_before.array() + gates.leftCols(h).array() * gates.rightCols(h).array();
      auto cell_tanh = tape.cell_tanh.middleRows(at, rows);
      cell_tanh = state.cell.array().tanh();
      state.hidden = gates.middleCols(2 * h, h).array() * cell_tanh.array();
    }
    tape.hidden.middleRows(at, rows) = state.hidden;
  }
}

template <class T>
Matrix<T> cell_backward(const RnnShape& shape, const RnnWeights<T>& weights, const RnnBatch& batch,
                        const Matrix<T>& inputs, const CellTape<T>& tape, const Matrix<T>& to_hidden,
                        RnnWeights<T>& gradient) {
  const Index n = batch.steps * batch.rows, rows = batch.rows, h = shape.hidden;
  const bool lstm = shape.cell == RnnCell::lstm;
  Matrix<T> to_gates(n, shape.gates() * h);
  Matrix<T> from_later = Matrix<T>::Zero(rows, h), cell_from_later = Matrix<T>::Zero(rows, h), dh(rows, h), dc(rows, h);
  for (Index t = batch.steps - 1; t >= 0; --t) {
    const Index at = t * rows;
    auto to_gate = to_gates.middleRows(at, rows);
    const auto gates = tape.gates.middleRows(at, rows);
    dh = to_hidden.middleRows(at, rows) + from_later;
    if (!lstm) {
      if (shape.cell == RnnCell::sigmoid)
        to_gate = dh.array() * gates.array() * (1 - gates.array());
      else
        to_gate = dh.array() * (1 - gates.array().square());
    } else {
      const auto in = gates.leftCols(h).array(), forget = gates.middleCols(h, h).array();
      const auto out = gates.middleCols(2 * h, h).array(), candidate = gates.rightCols(h).array();
      const auto cell_tanh = tape.cell_tanh.middleRows(at, rows).array();
      dc = cell_from_later.array() + dh.array() * out * (1 - cell_tanh.square());
      to_gate.leftCols(h) = dc.array() * candidate * in * (1 - in);
      to_gate.middleCols(h, h) = dc.array() * tape.cell_before.middleRows(at, rows).array() * forget * (1 - forget);
      to_gate.middleCols(2 * h, h) = dh.array() * cell_tanh * out * (1 - out);
      to_gate.rightCols(h) = dc.array() * in * (1 - candidate.square());
      cell_from_later = dc.array() * forget;
      stop_at_fresh<T>(batch, t, cell_from_later);
    }
    gemm(Transpose::no, Transpose::yes, T(1), to_gate, weights.recurrent, T(0), from_later);
    stop_at_fresh<T>(batch, t, from_later);
  }
  gemm(Transpose::yes, Transpose::no, T(1), tape.hidden_before, to_gates, T(1), gradient.recurrent);
  gemm(Transpose::yes, Transpose::no, T(1), inputs, to_gates, T(1), gradient.input);
  gradient.bias += to_gates.colwise().sum();
  Matrix<T> to_inputs(n, h);
  gemm(Transpose::no, Transpose::yes, T(1), to_gates, weights.input, T(0), to_inputs);
  return to_inputs;
}

template void cell_forward(const RnnShape&, const RnnWeights<float>&, const RnnBatch&, const Matrix<float>&,
                           RnnState<float>&, CellTape<float>&);
template void cell_forward(const RnnShape&, const RnnWeights<double>&, const RnnBatch&, const Matrix<double>&,
                           RnnState<double>&, CellTape<double>&);
template Matrix<float> cell_backward(const RnnShape&, const RnnWeights<float>&, const RnnBatch&, const Matrix<float>&,
                                     const CellTape<float>&, const Matrix<float>&, RnnWeights<float>&);
template Matrix<double> cell_backward(const RnnShape&, const RnnWeights<double>&, const RnnBatch&,
                                      const Matrix<double>&, const CellTape<double>&, const Matrix<double>&,
                                      RnnWeights<double>&);

}  // namespace couplet
