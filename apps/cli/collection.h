// A collection of texts, one a line, or of .npy rows: queries, candidates, things to embed.
#pragma once

#include <string>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"
#include "couplet/model/capabilities.h"

namespace couplet {

/// All items of a file, one text a line or .npy rows. Texts are checked to be UTF-8. Error(data) when it is empty.
/// Lines with a tab are taken whole, with a warning that ends with `remedy`.
Items read_collection(const std::string& path, const std::string& remedy, const Run& run);

/// The same for verbs that take the data options: of a TSV or JSON Lines, the text is in the `side`-th column that
/// --columns names (from 0), or in the only one.
Items read_collection(const Arguments& arguments, const std::string& path, std::size_t side, const Run& run);

/// The vectors of a collection, with progress; as EmbedsSides::embed.
Embedded embed_collection(const EmbedsSides& model, Side side, const Items& items, const Run& run);

/// --side: left or right.
Side side_option(const Arguments& arguments);

}  // namespace couplet
