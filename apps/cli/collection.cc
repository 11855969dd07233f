#include "apps/cli/collection.h"

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/base/npy.h"
#include "couplet/text/utf8.h"

namespace couplet {

Items read_collection(const std::string& path, const Run& run) {
  Items items;
  if (path != "-" && is_npy(path)) {
    const NpyReader reader(path);
    run.memory.require(reader.rows() * reader.cols() * 8, path);
    items.rows.resize(reader.rows(), reader.cols());
    reader.read(0, reader.rows(), std::span<double>(items.rows.data(), static_cast<std::size_t>(items.rows.size())));
  } else {
    LineReader reader(path);
    std::string_view line;
    while (reader.next(line)) {
      require_utf8(line, reader.place());
      items.texts.emplace_back(line);
    }
  }
  if (items.size() == 0) throw Error(ErrorCode::data, path, "nothing in it", "give one text a line, or .npy rows");
  return items;
}

Side side_option(const Arguments& arguments) { return arguments.text("side") == "left" ? Side::left : Side::right; }

}  // namespace couplet
