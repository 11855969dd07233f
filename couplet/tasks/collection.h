// A collection of texts, or of rows of numbers: queries, candidates, things to embed.
#pragma once

#include <string>

#include "couplet/base/run.h"
#include "couplet/model/capabilities.h"
#include "couplet/tasks/loaded_model.h"
#include "couplet/text/source.h"

namespace couplet {

/// All items of a source: one text a line, or rows of numbers (.npy, or a matrix), or, when the source names columns, a
/// header or a format, its `side`-th column (from 0) or the only one. Texts are checked to be UTF-8. Error(data) when
/// there is nothing. Lines with a tab that are taken whole are warned of; the warning ends with `remedy`.
Items read_collection(const Data& source, std::size_t side, const Run& run,
                      const std::string& remedy = "--columns takes one of their columns");

/// The vectors of a collection, with progress.
Embedded embed_collection(const EmbedsSides& model, Side side, const Items& items, const Run& run);

inline Side other(Side side) { return side == Side::left ? Side::right : Side::left; }

}  // namespace couplet
