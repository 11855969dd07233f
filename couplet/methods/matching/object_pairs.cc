#include "couplet/methods/matching/object_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/tab_fields.h"

namespace couplet {
namespace {

/// The row a field names; -1: it is no number.
Index row_of(std::string_view field) {
  Index row = -1;
  const auto [stop, problem] = std::from_chars(field.data(), field.data() + field.size(), row);
  return problem == std::errc() && stop == field.data() + field.size() && row >= 0 ? row : -1;
}

/// Where the columns are; npos: there is none.
struct Columns {
  std::size_t left = 0, right = 1, note = npos, accept = npos;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

Columns columns_of(const std::vector<std::string_view>& header) {
  const auto find = [&](std::string_view name, std::size_t otherwise) {
    const auto at = std::find(header.begin(), header.end(), name);
    return at == header.end() ? otherwise : static_cast<std::size_t>(at - header.begin());
  };
  Columns columns;
  columns.left = find("left", 0);
  columns.right = find("right", 1);
  columns.note = find("note", Columns::npos);
  columns.accept = find("accept", Columns::npos);
  return columns;
}

std::string_view field_of(const std::vector<std::string_view>& fields, std::size_t column) {
  return column < fields.size() ? fields[column] : std::string_view();
}

[[noreturn]] void refuse_row(const std::string& place) {
  throw Error(ErrorCode::data, place, "not a pair of rows", "two whole numbers from 0, with a tab between");
}

bool is_yes(std::string_view word) { return word == "yes" || word == "y" || word == "true" || word == "1"; }
bool is_no(std::string_view word) { return word == "no" || word == "n" || word == "false" || word == "0"; }

/// wanted: what a line is kept for where there is a column `accept`.
ObjectPairs read_reviewed(const std::string& path, bool without_seeds, bool (*wanted)(std::string_view)) {
  LineReader reader(path);
  ObjectPairs pairs;
  Columns columns;
  std::string_view line;
  while (reader.next(line)) {
    if (line.empty()) continue;
    const auto fields = tab_fields(line);
    if (reader.line_number() == 1 && row_of(fields[0]) < 0) {
      columns = columns_of(fields);
      continue;
    }
    if (columns.accept != Columns::npos && !wanted(field_of(fields, columns.accept))) continue;
    if (without_seeds && field_of(fields, columns.note) == "seed") continue;
    const Index left = row_of(field_of(fields, columns.left)), right = row_of(field_of(fields, columns.right));
    if (left < 0 || right < 0) refuse_row(reader.place());
    pairs.emplace_back(left, right);
  }
  return pairs;
}

void check_in_range(Index i, Index j, Index left, Index right, const std::string& path, const std::string& what) {
  if (i >= left || j >= right)
    throw Error(
        ErrorCode::data, path,
        fmt::format("{} {} {} names an object that is not there ({} left and {} right ones)", what, i, j, left, right),
        "rows are numbered from 0");
}

}  // namespace

ObjectPairs read_object_pairs(const std::string& path, bool without_seeds) {
  return read_reviewed(path, without_seeds, is_yes);
}

ObjectPairs read_rejected_pairs(const std::string& path) { return read_reviewed(path, false, is_no); }

ObjectPairs object_pairs_of(TextRows& rows, const std::string& name) {
  ObjectPairs pairs;
  std::vector<std::string> fields;
  for (std::int64_t number = 0; rows.read(number, fields); ++number) {
    const Index left = fields.size() > 1 ? row_of(fields[0]) : -1, right = left < 0 ? -1 : row_of(fields[1]);
    if (left < 0 || right < 0) refuse_row(fmt::format("{}[{}]", name, number));
    pairs.emplace_back(left, right);
  }
  return pairs;
}

void check_object_pairs(const ObjectPairs& pairs, Index left, Index right, const std::string& path,
                        const std::string& what) {
  std::unordered_set<Index> lefts, rights;
  for (const auto& [i, j] : pairs) {
    check_in_range(i, j, left, right, path, what);
    if (!lefts.insert(i).second || !rights.insert(j).second)
      throw Error(ErrorCode::data, path, fmt::format("{} {} {} repeats an object", what, i, j),
                  "an object has one partner");
  }
}

void check_forbidden_pairs(const ObjectPairs& pairs, const ObjectPairs& seeds, Index left, Index right,
                           const std::string& path) {
  for (const auto& [i, j] : pairs) {
    check_in_range(i, j, left, right, path, "forbidden pair");
    if (std::find(seeds.begin(), seeds.end(), std::pair(i, j)) != seeds.end())
      throw Error(ErrorCode::data, path, fmt::format("pair {} {} is a seed and forbidden", i, j),
                  "leave one of them out");
  }
}

void write_object_pairs(const std::string& path, const ObjectPairs& pairs) {
  AtomicFile file(path);
  file.write("left\tright\n");
  for (const auto& [i, j] : pairs) file.write(fmt::format("{}\t{}\n", i, j));
  file.commit();
}

}  // namespace couplet
