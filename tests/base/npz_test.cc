// Sparse rows in .npz files, read as text.
#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "couplet/base/input.h"
#include "tests/base/compress.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

std::string little(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 255);
  return text;
}

template <class T>
std::string npy(const std::string& type, const std::vector<T>& values) {
  std::string header =
      "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + std::to_string(values.size()) + ",), }\n";
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return std::string("\x93NUMPY\x01\x00", 8) + little(header.size(), 2) + header + bytes;
}

/// Members stored, or deflated as numpy does when it compresses.
std::string zip(const std::vector<std::pair<std::string, std::string>>& members, bool deflated) {
  std::string file, directory;
  for (const auto& [name, content] : members) {
    const std::string packed = gzip(content);
    const std::string body = deflated ? packed.substr(10, packed.size() - 18) : content;
    const std::string common = little(deflated ? 8 : 0, 2) + little(0, 8) + little(body.size(), 4) +
                               little(content.size(), 4) + little(name.size() + 4, 2) + little(0, 2);
    directory += "PK\x01\x02" + little(20, 2) + little(20, 2) + little(0, 2) + common + little(0, 10) +
                 little(file.size(), 4) + name + ".npy";
    file += "PK\x03\x04" + little(20, 2) + little(0, 2) + common + name + ".npy" + body;
  }
  const std::size_t begin = file.size();
  return file + directory + "PK\x05\x06" + little(0, 4) + little(members.size(), 2) + little(members.size(), 2) +
         little(directory.size(), 4) + little(begin, 4) + little(0, 2);
}

std::vector<std::pair<std::string, std::string>> sparse_rows(const std::string& format = "csr") {
  return {{"indices", npy<std::int32_t>("<i4", {2, 0, 5})},
          {"indptr", npy<std::int32_t>("<i4", {0, 1, 1, 3})},
          {"format", npy<char>("|S3", {format[0], format[1], format[2]})},
          {"shape", npy<std::int64_t>("<i8", {3, 7})},
          {"data", npy<double>("<f8", {0.25, -1, 3})}};
}

std::string text_in(const std::string& path) {
  std::string text, line;
  LineReader lines(path);
  for (std::string_view next; lines.next(next);) text.append(next).append("\n");
  return text;
}

}  // namespace

TEST_CASE("sparse rows of a .npz file are lines of columns and values") {
  const TemporaryDirectory directory;
  for (const bool deflated : {false, true})
    CHECK(text_in(directory.put("rows.npz", zip(sparse_rows(), deflated))) == "2:0.25\n\n0:-1 5:3\n");
}

TEST_CASE("other zip files, and damaged ones, are refused") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("rows.npz");
  const auto refused = [&](const std::string& bytes, const std::string& problem) {
    directory.put("rows.npz", bytes);
    expect_error(ErrorCode::data, path + ": " + problem, [&] { text_in(path); });
  };
  const std::string remedy = "; give sparse rows that scipy.sparse.save_npz wrote of a csr matrix, or unpack it first";
  refused(zip(sparse_rows("csc"), false), "a zip file that is not in rows (csr)" + remedy);
  refused(zip({{"a", npy<double>("<f8", {1})}}, false), "a zip file that holds no sparse rows" + remedy);
  const std::string damaged = "the npz data is damaged; copy or download the file again";
  auto bad = sparse_rows();
  bad[1].second = npy<std::int32_t>("<i4", {0, 2, 1, 3});
  refused(zip(bad, true), damaged);
  bad[1].second = npy<std::int32_t>("<i4", {0, 1, 1, 9});
  refused(zip(bad, true), damaged);
  const std::string whole = zip(sparse_rows(), true);
  refused(whole.substr(0, whole.size() - 30), "the npz data ends early; copy or download the file again");
  // Any byte changed: read or refused, never more.
  for (std::size_t i = 4; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x5a);
    directory.put("rows.npz", changed);
    try {
      text_in(path);
    } catch (const Error& error) {
      CHECK((error.code() == ErrorCode::data || error.code() == ErrorCode::io));  // io: sizes beyond --memory
    }
  }
}
