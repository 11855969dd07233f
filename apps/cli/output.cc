#include "apps/cli/output.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/cli/terminal.h"
#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;
constexpr std::size_t rows_laid_out = 100;  // together, on a terminal
constexpr auto replace = nlohmann::json::error_handler_t::replace;

void append_tsv_text(std::string& line, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '\\':
        line += "\\\\";
        break;
      case '\t':
        line += "\\t";
        break;
      case '\n':
        line += "\\n";
        break;
      case '\r':
        line += "\\r";
        break;
      default:
        line += c;
    }
  }
}

void append_tsv(std::string& line, const Cell& cell) {
  if (const auto* text = std::get_if<std::string_view>(&cell))
    append_tsv_text(line, *text);
  else if (const auto* real = std::get_if<double>(&cell))
    fmt::format_to(std::back_inserter(line), "{:.6g}", *real + 0.0);  // -0 is 0
  else if (const auto* integer = std::get_if<std::int64_t>(&cell))
    fmt::format_to(std::back_inserter(line), "{}", *integer);
  else if (const auto* truth = std::get_if<bool>(&cell))
    line += *truth ? "true" : "false";
}

/// Four digits, unless they are whole ones.
std::string brief(double real) { return fmt::format("{:.{}g}", real + 0.0, std::abs(real) < 1000 ? 4 : 6); }

}  // namespace

Output::Output(bool json, Terminal& terminal, bool interactive)
    : terminal_(terminal),
      descriptor_(STDOUT_FILENO),
      json_(json),
      interactive_(interactive && isatty(STDOUT_FILENO)) {}

void Output::use_standard_error(bool quiet) {
  descriptor_ = quiet ? -1 : STDERR_FILENO;
  interactive_ = !quiet && isatty(STDERR_FILENO);
}

void Output::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= buffer_bytes || (interactive_ && bytes.ends_with('\n'))) flush_buffer();
}

void Output::object(std::string_view kind, const nlohmann::ordered_json& object) {
  std::string line = "{\"schema\":\"couplet." + std::string(kind) + "/1\"";
  if (object.contains("schema")) throw Error(ErrorCode::internal, "", "two members named schema in one object");
  const std::string members = object.dump(-1, ' ', false, replace);
  if (!object.empty()) line += "," + members.substr(1, members.size() - 2);
  write(line + "}\n");
}

void Output::flush() {
  write_aligned();
  flush_buffer();
}

void Output::flush_buffer() {
  if (buffer_.empty()) return;
  if (interactive_) terminal_.clear();
  std::string_view left = descriptor_ < 0 ? "" : std::string_view(buffer_);
  while (!left.empty()) {
    const ssize_t written = ::write(descriptor_, left.data(), left.size());
    if (written >= 0) {
      left.remove_prefix(written);
    } else if (errno != EINTR && descriptor_ == STDERR_FILENO) {
      break;  // as with all messages: nobody reading them is no failure of the work
    } else if (errno == EPIPE) {
      throw BrokenPipe();
    } else if (errno != EINTR) {
      throw_errno("standard output", "write");
    }
  }
  buffer_.clear();
}

void Output::begin(std::string_view kind, std::span<const Column> columns) {
  write_aligned();
  aligned_ = AlignedTable();
  objects_ = JsonObjects(kind, columns);
  line_.clear();
  vector_ = columns.size();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].type == CellType::numbers) vector_ = i;
    line_ += (i == 0 ? "" : "\t") + columns[i].name;
  }
  if (json_ || vector_ < columns.size()) return;
  if (interactive_)
    aligned_ = AlignedTable(columns);
  else
    write(line_ + "\n");
}

void Output::row(std::span<const Cell> cells) {
  line_.clear();
  if (json_) {
    objects_.append(line_, cells);
  } else if (vector_ < cells.size()) {
    for (const double value : std::get<std::span<const double>>(cells[vector_]))
      fmt::format_to(std::back_inserter(line_), "{}{:.7g}", line_.empty() ? "" : "\t", value);
  } else if (interactive_) {
    std::vector<ScreenCell> shown(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      append_tsv(shown[i].text, cells[i]);
      if (const auto* real = std::get_if<double>(&cells[i])) shown[i].brief = brief(*real);
    }
    aligned_.add(std::move(shown));
    if (aligned_.waiting() >= rows_laid_out) write_aligned();
    return;
  } else {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) line_ += '\t';
      append_tsv(line_, cells[i]);
    }
  }
  line_ += '\n';
  write(line_);
}

void Output::write_aligned() {
  winsize screen{};
  const bool known = ioctl(descriptor_, TIOCGWINSZ, &screen) == 0 && screen.ws_col > 0;
  const std::string lines = aligned_.take(known ? screen.ws_col : 80);
  if (!lines.empty()) write(lines);
}

}  // namespace couplet
