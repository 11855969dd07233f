#include "couplet/base/npy.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>
#include <sys/stat.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

/// A file as numpy would write it, but with any header.
std::string npy_bytes(std::string_view header, std::string_view data, char version = 1) {
  std::string bytes("\x93NUMPY", 6);
  bytes += version;
  bytes += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) bytes += static_cast<char>(header.size() >> (8 * i) & 0xFF);
  bytes += header;
  return bytes += data;
}

std::string header_of(std::string_view descr, std::string_view order, std::string_view shape) {
  return fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}   \n", descr, order, shape);
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
std::vector<T> all(const NpyReader& reader) {
  std::vector<T> values(reader.rows() * reader.cols());
  reader.read(0, reader.rows(), std::span(values));
  return values;
}

const std::vector<float> six{1, -2, 0.5f, 4, 5, 6e30f};

}  // namespace

TEST_CASE("matrices written are read, whole or by rows, as either type") {
  const TemporaryDirectory directory;
  const std::string path = directory / "a.npy";
  write_npy(path, std::span<const float>(six), 3, 2);
  CHECK(is_npy(path));
  NpyReader reader(path);
  CHECK(reader.rows() == 3);
  CHECK(reader.cols() == 2);
  CHECK_FALSE(reader.is_double());
  CHECK(reader.path() == path);
  CHECK(all<float>(reader) == six);
  CHECK(all<double>(reader) == std::vector<double>(six.begin(), six.end()));
  std::vector<double> row(2);
  reader.read(1, 1, std::span(row));
  CHECK(row == std::vector<double>{0.5, 4});
  reader.read(3, 0, std::span<double>());

  const std::vector<double> doubles{0.1, 1e300};
  write_npy(path, std::span<const double>(doubles), 1, 2);
  reader = NpyReader(path);
  CHECK(reader.is_double());
  CHECK(all<double>(reader) == doubles);
  NpyReader moved = std::move(reader);
  CHECK(all<double>(moved) == doubles);
}

TEST_CASE("the bytes written are numpy's") {
  const TemporaryDirectory directory;
  write_npy(directory / "a.npy", std::span<const float>(six), 3, 2);
  const std::string bytes = content_of(directory / "a.npy");
  // What numpy.save writes: version 1.0, the header padded with blanks to 128 bytes in all, then the values.
  std::string head("\x93NUMPY\x01\x00\x76\x00", 10);
  head += "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }";
  head.append(127 - head.size(), ' ');
  CHECK(bytes == head + "\n" + bytes_of(six));
  for (std::int64_t rows = 1; rows < 1'000'000'000'000; rows *= 10) {
    write_npy(directory / "a.npy", std::span<const float>(), rows, 0);
    CHECK(std::filesystem::file_size(directory / "a.npy") % 64 == 0);
    // Rows without a number cost no bytes, so there may be any number of them.
    expect_error(ErrorCode::data,
                 (directory / "a.npy") + ": " + std::to_string(rows) +
                     " rows without a number; save an array of one row an item, with its columns",
                 [&] { NpyReader(directory / "a.npy"); });
  }
  write_npy(directory / "a.npy", std::span<const float>(), 0, 0);
  CHECK(NpyReader(directory / "a.npy").rows() == 0);
}

TEST_CASE("random matrices survive, also larger than a block") {
  const TemporaryDirectory directory;
  CHECK(rc::check("write, then read", [&] {
    const auto rows = *rc::gen::inRange<std::int64_t>(0, 20), cols = *rc::gen::inRange<std::int64_t>(1, 20);
    auto values =
        *rc::gen::container<std::vector<double>>(rows * cols, rc::gen::cast<double>(rc::gen::arbitrary<int>()));
    write_npy(directory / "a.npy", std::span<const double>(values), rows, cols);
    RC_ASSERT(all<double>(NpyReader(directory / "a.npy")) == values);
  }));
  std::vector<float> large(100'000);
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<float>(i);
  write_npy(directory / "a.npy", std::span<const float>(large), 1000, 100);
  const NpyReader reader(directory / "a.npy");
  CHECK(all<float>(reader) == large);
  std::vector<double> part(90'000);
  reader.read(50, 900, std::span(part));
  CHECK(part.front() == 5000);
  CHECK(part.back() == 94'999);
}

TEST_CASE("versions 1 to 3 and any spelling of the header are read") {
  const TemporaryDirectory directory;
  const std::string path = directory / "a.npy", data = bytes_of(six);
  const std::string usual = header_of("'<f4'", "False", "(3, 2)");
  for (char version : {'\1', '\2', '\3'})
    CHECK(all<float>(NpyReader(put(path, npy_bytes(usual, data, version)))) == six);
  for (const char* header : {"{'descr':'<f4','fortran_order':False,'shape':(3,2)}",
                             "{\"shape\": (3, 2,), \"fortran_order\": False, \"descr\": \"<f4\"}\n"})
    CHECK(all<float>(NpyReader(put(path, npy_bytes(header, data)))) == six);
}

TEST_CASE("other arrays are refused with what to do") {
  const TemporaryDirectory directory;
  const std::string path = directory / "x.npy";
  const auto refused = [&](const std::string& bytes, const std::string& text) {
    put(path, bytes);
    expect_error(ErrorCode::data, path + ": " + text, [&] { NpyReader reader(path); });
  };
  const std::string data = bytes_of(six);
  refused(npy_bytes(header_of("'<i8'", "False", "(3, 1)"), data),
          "dtype '<i8', expected '<f4' or '<f8'; save array.astype('float32')");
  refused(npy_bytes(header_of("'>f4'", "False", "(3, 2)"), data),
          "dtype '>f4', expected '<f4' or '<f8'; save array.astype('float32')");
  refused(npy_bytes(header_of("[('a', '<f4'), ('b', '<f4')]", "False", "(3,)"), data),
          "structured dtype, expected '<f4' or '<f8'; save a plain array.astype('float32')");
  refused(npy_bytes(header_of("'<f4'", "True", "(3, 2)"), data),
          "Fortran order, expected C order; save numpy.ascontiguousarray(array)");
  const std::string reshape = "; save an array of one row an item: array.reshape(rows, -1)";
  refused(npy_bytes(header_of("'<f4'", "False", "(6,)"), data), "1 axis, expected 2" + reshape);
  refused(npy_bytes(header_of("'<f4'", "False", "()"), data.substr(0, 4)), "0 axes, expected 2" + reshape);
  refused(npy_bytes(header_of("'<f4'", "False", "(3, 2, 1)"), data), "3 axes, expected 2" + reshape);
  refused(npy_bytes(header_of("'<f4'", "False", "(3, 2)"), data, 4), ".npy version 4, expected 1, 2 or 3");
  refused("1 2 3\n4 5 6\n", "is not a .npy file; save the array with numpy.save");
  refused("", "is not a .npy file; save the array with numpy.save");
}

TEST_CASE("a length that does not fit the file is refused before anything is allocated") {
  const TemporaryDirectory directory;
  const std::string path = directory / "x.npy", data = bytes_of(six);
  for (const char* shape : {"(3, 3)", "(2, 2)", "(4611686018427387904, 4)",
                            "(9223372036854775807, 9223372036854775807)", "(9223372036854775807, 1)", "(0, 7)"}) {
    const std::string bytes = npy_bytes(header_of("'<f4'", "False", shape), data);
    put(path, bytes);
    std::string dimensions(shape + 1);
    dimensions.pop_back();
    dimensions.replace(dimensions.find(", "), 2, " x ");
    expect_error(ErrorCode::data,
                 fmt::format("{}: {} bytes do not fit the shape {} of '<f4'; copy or save the file again", path,
                             bytes.size(), dimensions),
                 [&] { NpyReader reader(path); });
  }
}

TEST_CASE("a file cut or changed anywhere in its head is an error, never a crash") {
  const TemporaryDirectory directory;
  const std::string path = directory / "x.npy";
  const std::string bytes = npy_bytes(header_of("'<f4'", "False", "(3, 2)"), bytes_of(six));
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    put(path, bytes.substr(0, length));
    CHECK_THROWS_AS(NpyReader{path}, Error);
  }
  for (std::size_t i = 0; i < bytes.size() - 24; ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      put(path, changed);
      try {
        const NpyReader reader(path);
        CHECK(reader.rows() * reader.cols() * (reader.is_double() ? 8 : 4) == 24);
      } catch (const Error& error) {
        CHECK((error.code() == ErrorCode::data));
      }
    }
}

TEST_CASE("headers that are no header are damaged") {
  const TemporaryDirectory directory;
  const std::string path = directory / "x.npy", data = bytes_of(six);
  for (const char* header :
       {"", "{", "{}", "{'descr': '<f4', 'fortran_order': False}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-3, 2)}",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (3, 2)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), 'more': 1}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2)} x",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999, 2)}",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (3, 2)}", "{'descr': [", "{'descr': '<f4"}) {
    CAPTURE(header);
    put(path, npy_bytes(header, data));
    expect_error(ErrorCode::data, path + ": the .npy header is damaged; save the array again with numpy.save",
                 [&] { NpyReader reader(path); });
  }
}

TEST_CASE("NaN, infinity and what a float cannot hold are refused with their place") {
  const TemporaryDirectory directory;
  const std::string path = directory / "x.npy";
  const auto expect_bad = [&](auto bad, const std::string& text) {
    std::vector<decltype(bad)> values(40'000, 1);
    values[2 * 10 + 6] = bad;
    write_npy(path, std::span<const decltype(bad)>(values), 4000, 10);
    const NpyReader reader(path);
    std::vector<float> out(20'000);
    std::vector<double> wide(20'000);
    reader.read(2000, 2000, std::span(out));  // the rows without it are good
    expect_error(ErrorCode::data, path + ": " + text, [&] { reader.read(0, 2000, std::span(out)); });
    if (!std::isfinite(bad))
      expect_error(ErrorCode::data, path + ": " + text, [&] { reader.read(1, 2000, std::span(wide)); });
    else
      CHECK_NOTHROW(reader.read(0, 2000, std::span(wide)));
  };
  expect_bad(std::numeric_limits<float>::quiet_NaN(), "row 3, column 7 is not finite");
  expect_bad(-std::numeric_limits<float>::infinity(), "row 3, column 7 is not finite");
  expect_bad(std::numeric_limits<double>::quiet_NaN(), "row 3, column 7 is not finite");
  expect_bad(std::numeric_limits<double>::infinity(), "row 3, column 7 is not finite");
  expect_bad(-1e39, "row 3, column 7 is too large for float32");
}

TEST_CASE("a bad value far into the file is placed by its row, not by its block") {
  const TemporaryDirectory directory;
  std::vector<double> values(40'000, 0);
  values[3999 * 10 + 9] = std::nan("");
  write_npy(directory / "x.npy", std::span<const double>(values), 4000, 10);
  const NpyReader reader(directory / "x.npy");
  expect_error(ErrorCode::data, (directory / "x.npy") + ": row 4000, column 10 is not finite",
               [&] { all<double>(reader); });
}

TEST_CASE("rows outside the matrix, wrong sizes and wrong places are refused") {
  const TemporaryDirectory directory;
  const std::string path = directory / "x.npy";
  write_npy(path, std::span<const float>(six), 3, 2);
  const NpyReader reader(path);
  std::vector<float> out(4);
  expect_error(ErrorCode::internal, path + ": rows 2 to 4 of 3 asked for", [&] { reader.read(2, 2, std::span(out)); });
  expect_error(ErrorCode::internal, path + ": rows -1 to 1 of 3 asked for",
               [&] { reader.read(-1, 2, std::span(out)); });
  CHECK_THROWS_AS(reader.read(0, 1, std::span(out)), Error);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 4);
  expect_error(ErrorCode::data, path + ": the file shrank while it was read",
               [&] { reader.read(1, 2, std::span(out)); });

  expect_error(ErrorCode::internal, "6 values for 2 x 2", [&] { write_npy(path, std::span<const float>(six), 2, 2); });
  expect_error(ErrorCode::io, (directory / "none") + ": cannot open: No such file or directory",
               [&] { NpyReader none(directory / "none"); });
  expect_error(ErrorCode::io, directory.path() + ": is a directory", [&] { NpyReader none(directory.path()); });
  REQUIRE(mkfifo((directory / "pipe").c_str(), 0600) == 0);
  expect_error(ErrorCode::io, (directory / "pipe") + ": is not a regular file",
               [&] { NpyReader none(directory / "pipe"); });
}

TEST_CASE("is_npy looks at the content only") {
  const TemporaryDirectory directory;
  CHECK(is_npy(put(directory / "a.txt", std::string("\x93NUMPY", 6))));
  CHECK_FALSE(is_npy(put(directory / "a.npy", "\x93NUMP")));
  CHECK_FALSE(is_npy("-"));
  REQUIRE(mkfifo((directory / "pipe").c_str(), 0600) == 0);
  CHECK_FALSE(is_npy(directory / "pipe"));
  expect_error(ErrorCode::io, (directory / "none") + ": cannot open: No such file or directory",
               [&] { is_npy(directory / "none"); });
}
