#include "couplet/base/input.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <rapidcheck.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "couplet/base/random.h"
#include "tests/base/compress.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

struct Format {
  const char* name;
  std::string (*compress)(std::string_view);
};
const std::vector<Format> formats{{"gzip", gzip}, {"xz", xz}, {"zstd", zstd}};

/// Text larger than any buffer on the way, that does not compress to nothing.
std::string long_text() {
  Random random(17);
  std::string text;
  while (text.size() < 900'000) text += std::to_string(random.below(1'000'000)) + (random.below(9) ? "\t" : "\n");
  return text;
}

/// Everything, in reads of `step` bytes.
std::string drain(const std::string& path, std::int64_t step) {
  Input input(path);
  std::string content, buffer(static_cast<std::size_t>(step), '\0');
  while (const std::int64_t count = input.read(buffer.data(), step))
    content.append(buffer, 0, static_cast<std::size_t>(count));
  CHECK(input.position() == input.size());
  return content;
}

}  // namespace

TEST_CASE("plain and compressed files read the same") {
  const TemporaryDirectory directory;
  const std::string text = long_text();
  CHECK(read_file(put(directory / "plain", text)) == text);
  CHECK(drain(directory / "plain", 1000) == text);
  CHECK(drain(directory / "plain", 1 << 20) == text);
  for (const auto& [name, compress] : formats) {
    const auto& format = name;
    CAPTURE(format);
    const std::string path = put(directory / name, compress(text));
    CHECK(read_file(path) == text);
    CHECK(drain(path, 999) == text);
    CHECK(drain(path, 1 << 22) == text);
    CHECK(read_file(put(directory / "empty", compress(""))).empty());
  }
}

TEST_CASE("any bytes survive") {
  const TemporaryDirectory directory;
  CHECK(rc::check("compressed and read again", [&](const std::string& bytes) {
    for (const auto& [name, compress] : formats) RC_ASSERT(read_file(put(directory / name, compress(bytes))) == bytes);
    // A marker byte in front keeps rapidcheck from finding the magic of a compressed format.
    const std::string marked = "." + bytes;
    RC_ASSERT(read_file(put(directory / "plain", marked)) == marked);
  }));
}

TEST_CASE("concatenated streams are read to the end") {
  const TemporaryDirectory directory;
  for (const auto& [name, compress] : formats) {
    const auto& format = name;
    CAPTURE(format);
    CHECK(read_file(put(directory / name, compress("one\n") + compress("") + compress("two\n"))) == "one\ntwo\n");
  }
  CHECK(read_file(put(directory / "padded", gzip("one\n") + std::string(512, '\0'))) == "one\n");
  const std::string skippable("\x5A\x2A\x4D\x18\x02\x00\x00\x00zz", 10);
  CHECK(read_file(put(directory / "skippable", skippable + zstd("one\n"))) == "one\n");
}

TEST_CASE("a stream cut anywhere ends early") {
  const TemporaryDirectory directory;
  const std::string path = directory / "cut";
  for (const auto& [name, compress] : formats) {
    const auto& format = name;
    CAPTURE(format);
    const std::string small = compress("a few words to cut short"), large = compress(long_text());
    std::vector<std::string> cuts{large.substr(0, large.size() / 2), large.substr(0, large.size() - 1)};
    for (std::size_t length = 6; length < small.size(); ++length) cuts.push_back(small.substr(0, length));
    for (const std::string& cut : cuts) {
      put(path, cut);
      expect_error(ErrorCode::data, path + ": the " + name + " data ends early; copy or download the file again",
                   [&] { read_file(path); });
    }
    // The second of two streams is cut.
    put(path, small + small.substr(0, small.size() - 3));
    expect_error(ErrorCode::data, path + ": the " + name + " data ends early; copy or download the file again",
                 [&] { read_file(path); });
  }
}

TEST_CASE("a changed bit in the content or garbage after it is damage") {
  const TemporaryDirectory directory;
  const std::string path = directory / "damaged";
  for (const auto& [name, compress] : formats) {
    const auto& format = name;
    CAPTURE(format);
    std::string flipped = compress(long_text());
    flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 0x10);
    for (const std::string& bytes : {flipped, compress("words") + "garbage after the end"}) {
      put(path, bytes);
      expect_error(ErrorCode::data, path + ": the " + name + " data is damaged; copy or download the file again",
                   [&] { read_file(path); });
    }
  }
}

TEST_CASE("short files that only resemble a format are plain") {
  const TemporaryDirectory directory;
  for (const char* text : {"", "a",
                           "\xFD"
                           "7z",
                           "PK", "(\xB5"})
    CHECK(read_file(put(directory / "short", text)) == text);
}

TEST_CASE("missing files and directories are told") {
  const TemporaryDirectory directory;
  expect_error(ErrorCode::io, (directory / "none") + ": cannot open: No such file or directory",
               [&] { Input input(directory / "none"); });
  expect_error(ErrorCode::io, directory.path() + ": is a directory", [&] { Input input(directory.path()); });
}

TEST_CASE("- is standard input, compressed or not, from a file or a pipe") {
  const TemporaryDirectory directory;
  const int saved = dup(STDIN_FILENO);
  for (const std::string& bytes : {std::string("one\ntwo\n"), xz("one\ntwo\n")}) {
    int pipe_ends[2];
    REQUIRE(pipe(pipe_ends) == 0);
    REQUIRE(write(pipe_ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    close(pipe_ends[1]);
    dup2(pipe_ends[0], STDIN_FILENO);
    close(pipe_ends[0]);
    Input from_pipe("-");
    CHECK(from_pipe.name() == "standard input");
    CHECK(from_pipe.size() == 0);
    char buffer[64];
    CHECK(from_pipe.read(buffer, sizeof buffer) == 8);
    CHECK(std::string_view(buffer, 8) == "one\ntwo\n");
    CHECK(from_pipe.read(buffer, sizeof buffer) == 0);

    const int file = open(put(directory / "in", bytes).c_str(), O_RDONLY);
    dup2(file, STDIN_FILENO);
    close(file);
    CHECK(read_file("-") == "one\ntwo\n");
  }
  // Reading must not have closed it.
  CHECK(fcntl(STDIN_FILENO, F_GETFD) >= 0);
  dup2(saved, STDIN_FILENO);
  close(saved);
}

TEST_CASE("position counts compressed bytes and size is the file's") {
  const TemporaryDirectory directory;
  const std::string compressed = gzip(long_text());
  Input input(put(directory / "a", compressed));
  CHECK(input.size() == static_cast<std::int64_t>(compressed.size()));
  CHECK(input.position() == 0);
  char buffer[100];
  CHECK(input.read(buffer, 0) == 0);
  CHECK(input.read(buffer, sizeof buffer) == 100);
  CHECK(input.position() > 0);
  CHECK(input.position() < input.size());
  CHECK(input.name() == directory / "a");
  Input moved = std::move(input);
  CHECK(moved.read(buffer, sizeof buffer) == 100);
}

TEST_CASE("looking at the first bytes takes nothing away") {
  const TemporaryDirectory directory;
  const std::string path = put(directory / "a", gzip("hello\nworld\n"));
  CHECK(Input::first_bytes(path, 5) == "hello");
  CHECK(Input::first_bytes(path, 100) == "hello\nworld\n");
  CHECK(read_file(path) == "hello\nworld\n");
  const std::string pipe = directory / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream(pipe) << gzip("hello\nworld\n"); });
  CHECK(Input::first_bytes(pipe, 3) == "hel");
  CHECK(Input::first_bytes(pipe, 7) == "hello\nw");
  CHECK(read_file(pipe) == "hello\nworld\n");
  writer.join();
  std::thread another([&] { std::ofstream(pipe) << "again"; });
  CHECK(read_file(pipe) == "again");
  another.join();
}
