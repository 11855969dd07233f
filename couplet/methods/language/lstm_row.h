// One step of one LSTM in one text: from what went into its gates to the new state, and back.
#pragma once

#include "couplet/linalg/matrix.h"

namespace couplet {

/// gates: 4 x units numbers (input, forget, output, candidate), what went into them; left as they are after their
/// non-linearities. cell_before null: the text begins here. Row by row all of it stays in the cache.
template <class T>
void lstm_row_forward(Index units, T* gates, const T* cell_before, T* cell, T* hidden) {
  using Row = Eigen::Map<Eigen::Array<T, 1, Eigen::Dynamic>>;
  Row logistic(gates, 3 * units), candidate(gates + 3 * units, units), new_cell(cell, units), new_hidden(hidden, units);
  logistic = logistic.logistic();
  candidate = candidate.tanh();
  new_cell = logistic.head(units) * candidate;
  if (cell_before)
    new_cell +=
        logistic.segment(units, units) * Eigen::Map<const Eigen::Array<T, 1, Eigen::Dynamic>>(cell_before, units);
  new_hidden = logistic.tail(units) * new_cell.tanh();
}

/// to_hidden, from_later: the two parts of the gradient of the hidden state. to_cell: the gradient of the cell from
/// later steps; left as that of the cell before. gates: left as the gradients of what went into them. cell: left as its
/// tanh (so the steps are gone through from the last to the first).
template <class T>
void lstm_row_backward(Index units, T* gates, T* cell, const T* cell_before, const T* to_hidden, const T* from_later,
                       T* to_cell) {
  Eigen::Map<Eigen::Array<T, 1, Eigen::Dynamic>> squashed(cell, units);
  squashed = squashed.tanh();
  T* __restrict in = gates;
  T* __restrict forget = gates + units;
  T* __restrict out = gates + 2 * units;
  T* __restrict candidate = gates + 3 * units;
  T* __restrict carried = to_cell;
  const T* __restrict tanh_cell = cell, * __restrict own = to_hidden, * __restrict later = from_later;
  for (Index i = 0; i < units; ++i) {
    const T i_gate = in[i], f_gate = forget[i], o_gate = out[i], value = candidate[i], squash = tanh_cell[i];
    const T dh = own[i] + later[i];
    const T dc = carried[i] + dh * o_gate * (1 - squash * squash);
    in[i] = dc * value * i_gate * (1 - i_gate);
    forget[i] = dc * f_gate * (1 - f_gate);
    out[i] = dh * squash * o_gate * (1 - o_gate);
    candidate[i] = dc * i_gate * (1 - value * value);
    carried[i] = dc * f_gate;
  }
  Eigen::Map<Eigen::Array<T, 1, Eigen::Dynamic>> to_forget(gates + units, units), to_before(to_cell, units);
  if (cell_before) {
    to_forget *= Eigen::Map<const Eigen::Array<T, 1, Eigen::Dynamic>>(cell_before, units);
  } else {
    to_forget.setZero();
    to_before.setZero();
  }
}

}  // namespace couplet
