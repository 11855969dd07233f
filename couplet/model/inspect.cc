#include "couplet/model/inspect.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "couplet/base/hash.h"
#include "couplet/base/memory.h"
#include "couplet/model/container_header.h"
#include "couplet/model/strict_json.h"

namespace couplet {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

/// One line of at most `most` bytes and without control characters.
std::string printable(std::string_view text, std::size_t most = 100) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool starts_character = (byte & 0xC0) != 0x80;
    if (out.size() >= most && starts_character) return out + fmt::format("... ({} bytes)", text.size());
    // C1 controls (U+0080 to U+009F) are C2 80 to C2 9F in UTF-8.
    const bool c1 = byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
    if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02x}", byte);
    } else if (c1) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned char>(text[++i]));
    } else {
      out += text[i];
    }
  }
  return out;
}

void append_section(std::string& out, const char* title, const Pairs& pairs) {
  if (pairs.empty()) return;
  out += fmt::format("{}\n", title);
  std::size_t width = 0;
  for (const auto& [name, value] : pairs) width = std::max(width, printable(name).size());
  for (const auto& [name, value] : pairs)
    out += fmt::format("  {:<{}}  {}\n", printable(name), width, value.empty() ? "(not set)" : printable(value));
}

std::string tensors_json(std::span<const TensorInfo> tensors) {
  std::vector<std::string> parts;
  for (const TensorInfo& tensor : tensors) {
    parts.push_back(fmt::format(R"({{"name":{},"dtype":"{}","shape":[{}],"bytes":{},"checksum":"{}"}})",
                                quote_json(tensor.name), dtype_name(tensor.dtype), fmt::join(tensor.shape, ","),
                                tensor.bytes(), hex64(tensor.checksum)));
  }
  return fmt::format("[{}]", fmt::join(parts, ","));
}

}  // namespace

std::string inspect_text(const ModelFile& file) {
  const ModelHeader& header = file.header();
  std::string out = fmt::format("{} model\n", printable(header.method));
  append_section(out, "file",
                 {{"format", fmt::format("{}, schema {}, written by Couplet {}", model_format, header.schema_version,
                                         header.library_version)},
                  {"size", fmt::format("{} in {} tensors", format_bytes(file.size()), file.tensors().size())},
                  {"data", fmt::format("{} rows, fingerprint {}", header.data_rows, header.data_fingerprint)},
                  {"seed", std::to_string(header.seed)},
                  {"self-test", fmt::format("{} cases", header.self_test.size())}});
  append_section(out, "parameters", header.parameters);
  append_section(out, "details", header.details);
  Pairs tensors;
  for (const TensorInfo& tensor : file.tensors())
    tensors.emplace_back(tensor.name, fmt::format("{:<20}  {:>10}  {}", describe(tensor), format_bytes(tensor.bytes()),
                                                  hex64(tensor.checksum)));
  append_section(out, "tensors", tensors);
  return out;
}

std::string inspect_json(const ModelFile& file) {
  const ModelHeader& header = file.header();
  return fmt::format(
      R"({{"format":{},"method":{},"schema":{},"library":{},"seed":{},"data":{{"rows":{},"fingerprint":{}}},)"
      R"("parameters":{},"details":{},"self_test":{},"bytes":{},"tensors":{}}})"
      "\n",
      model_format, quote_json(header.method), header.schema_version, quote_json(header.library_version), header.seed,
      header.data_rows, quote_json(header.data_fingerprint), object_json(header.parameters),
      object_json(header.details), self_test_json(header.self_test), file.size(), tensors_json(file.tensors()));
}

}  // namespace couplet
