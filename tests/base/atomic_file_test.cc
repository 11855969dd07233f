#include "couplet/base/atomic_file.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

TEST_CASE("a committed file is there, whole and alone") {
  const TemporaryDirectory directory;
  const std::string path = directory / "out", large(1'000'000, 'x');
  AtomicFile file(path);
  std::string expected;
  for (const std::string& piece : {std::string("one\n"), large, std::string(), std::string("two"), large, large}) {
    file.write(piece);
    expected += piece;
  }
  CHECK(file.size() == static_cast<std::int64_t>(expected.size()));
  CHECK_FALSE(std::filesystem::exists(path));
  file.commit();
  CHECK(content_of(path) == expected);
  CHECK(std::ssize(directory.names()) == 1);
  expect_error(ErrorCode::internal, path + ": written to after commit", [&] { file.write("more"); });
  expect_error(ErrorCode::internal, path + ": committed twice", [&] { file.commit(); });
}

TEST_CASE("write_file replaces what was there") {
  const TemporaryDirectory directory;
  write_file(directory / "out", "a longer first content");
  write_file(directory / "out", "second");
  CHECK(content_of(directory / "out") == "second");
  CHECK(std::ssize(directory.names()) == 1);
}

TEST_CASE("without commit the old file stays whole and nothing is left behind") {
  const TemporaryDirectory directory;
  put(directory / "out", "old");
  {
    AtomicFile file(directory / "out");
    file.write(std::string(1'000'000, 'x'));
    CHECK(std::ssize(directory.names()) == 2);
  }
  CHECK(content_of(directory / "out") == "old");
  CHECK(std::ssize(directory.names()) == 1);
}

TEST_CASE("a killed process leaves the old file whole") {
  const TemporaryDirectory directory;
  put(directory / "out", "old");
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    AtomicFile file(directory / "out");
    file.write(std::string(1'000'000, 'x'));
    raise(SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(content_of(directory / "out") == "old");
  // What it left goes when the file is written again; what another target's left, and a live one, stay.
  CHECK(std::ssize(directory.names()) == 2);
  AtomicFile other(directory / "other");
  CHECK(std::ssize(directory.names()) == 3);
  write_file(directory / "out", "new");
  CHECK(content_of(directory / "out") == "new");
  CHECK(std::ssize(directory.names()) == 2);
}

TEST_CASE("two that write the same file at the same time do not touch each other's") {
  const TemporaryDirectory directory;
  AtomicFile first(directory / "out"), second(directory / "out");
  first.write("first");
  second.write("second");
  CHECK(std::ssize(directory.names()) == 2);
  second.commit();
  write_file(directory / "out", "third");
  first.commit();
  CHECK(content_of(directory / "out") == "first");
  CHECK(std::ssize(directory.names()) == 1);
}

TEST_CASE("a link in the place of a temporary is not followed") {
  const TemporaryDirectory directory;
  std::string name;
  {
    const AtomicFile file(directory / "out");
    name = directory.names().front();
  }
  put(directory / "precious", "precious");
  std::filesystem::create_symlink("precious", directory / name);
  write_file(directory / "out", "new");
  CHECK(content_of(directory / "out") == "new");
  CHECK(content_of(directory / "precious") == "precious");
}

TEST_CASE("files that belong together are replaced together or not at all") {
  const TemporaryDirectory directory;
  put(directory / "a", "old a");
  put(directory / "b", "old b");
  for (const bool full : {true, false}) {
    AtomicFile a(directory / "a"), b(full ? "/dev/full" : directory / "b");
    a.write("new a");
    b.write("new b");
    const auto commit = [&] { AtomicFile::commit_together({&a, nullptr, &b}); };
    if (!full) {
      commit();
      continue;
    }
    expect_error(ErrorCode::io, "/dev/full: cannot write: No space left on device", commit);
    CHECK(content_of(directory / "a") == "old a");
  }
  CHECK(content_of(directory / "a") == "new a");
  CHECK(content_of(directory / "b") == "new b");
  CHECK(std::ssize(directory.names()) == 2);
}

TEST_CASE("a file that is replaced keeps its mode") {
  const TemporaryDirectory directory;
  const mode_t saved = umask(022);
  for (const mode_t mode : {0600, 0666, 0755}) {
    put(directory / "out", "old");
    REQUIRE(chmod((directory / "out").c_str(), mode) == 0);
    write_file(directory / "out", "new");
    struct stat status;
    REQUIRE(stat((directory / "out").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == mode);
    CHECK(content_of(directory / "out") == "new");
  }
  umask(saved);
}

TEST_CASE("remove_temporaries removes those of every open file") {
  const TemporaryDirectory directory;
  std::vector<std::unique_ptr<AtomicFile>> files;
  for (int i = 0; i < 5; ++i) files.push_back(std::make_unique<AtomicFile>(directory / std::to_string(i)));
  files[3]->commit();
  files[4].reset();
  CHECK(std::ssize(directory.names()) == 4);
  AtomicFile::remove_temporaries();
  CHECK(std::ssize(directory.names()) == 1);
  CHECK(std::filesystem::exists(directory / "3"));
}

TEST_CASE("more files can be open than can be registered") {
  const TemporaryDirectory directory;
  std::vector<std::unique_ptr<AtomicFile>> files;
  for (int i = 0; i < 300; ++i) {
    files.push_back(std::make_unique<AtomicFile>(directory / std::to_string(i)));
    files.back()->write(std::to_string(i));
  }
  files[299]->commit();
  CHECK(content_of(directory / "299") == "299");
  CHECK(std::ssize(directory.names()) == 300);
  files.clear();
  CHECK(std::ssize(directory.names()) == 1);
}

TEST_CASE("the mode is what the umask leaves of 0666") {
  const TemporaryDirectory directory;
  const mode_t saved = umask(027);
  write_file(directory / "out", "x");
  umask(saved);
  struct stat status;
  REQUIRE(stat((directory / "out").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
}

TEST_CASE("a link stays a link") {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory / "real");
  put(directory / "real/out", "old");
  std::filesystem::create_symlink("real/out", directory / "link");
  write_file(directory / "link", "new");
  CHECK(std::filesystem::is_symlink(directory / "link"));
  CHECK(content_of(directory / "real/out") == "new");
  CHECK(std::ssize(directory.names()) == 2);
}

TEST_CASE("a name of the longest length works") {
  const TemporaryDirectory directory;
  const std::string path = directory / std::string(255, 'n');
  write_file(path, "x");
  CHECK(content_of(path) == "x");
}

TEST_CASE("places that cannot be written are told at once") {
  const TemporaryDirectory directory;
  expect_error(ErrorCode::io, (directory / "none/out") + ": cannot create: No such file or directory",
               [&] { AtomicFile file(directory / "none/out"); });
  expect_error(ErrorCode::io, directory.path() + ": is a directory", [&] { AtomicFile file(directory.path()); });
  if (geteuid() == 0) return;  // root may write anywhere
  std::filesystem::create_directory(directory / "closed");
  chmod((directory / "closed").c_str(), 0555);
  expect_error(ErrorCode::io, (directory / "closed/out") + ": cannot create: Permission denied",
               [&] { AtomicFile file(directory / "closed/out"); });
  put(directory / "read-only", "old");
  chmod((directory / "read-only").c_str(), 0444);
  expect_error(ErrorCode::io, (directory / "read-only") + ": cannot write: Permission denied",
               [&] { AtomicFile file(directory / "read-only"); });
}

TEST_CASE("a full device is told, by commit or by a large write") {
  {
    AtomicFile file("/dev/full");
    file.write("little");
    expect_error(ErrorCode::io, "/dev/full: cannot write: No space left on device", [&] { file.commit(); });
  }
  AtomicFile file("/dev/full");
  expect_error(ErrorCode::io, "/dev/full: cannot write: No space left on device",
               [&] { file.write(std::string(1'000'000, 'x')); });
  CHECK(std::filesystem::is_character_file("/dev/full"));
}

TEST_CASE("a file that cannot grow leaves the old one whole") {
  const TemporaryDirectory directory;
  const std::string path = put(directory / "out", "old");
  rlimit saved;
  REQUIRE(getrlimit(RLIMIT_FSIZE, &saved) == 0);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  rlimit small = saved;
  small.rlim_cur = 100'000;
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  std::string message;
  try {
    write_file(path, std::string(1'000'000, 'x'));
  } catch (const Error& error) {
    message = error.what();
  }
  setrlimit(RLIMIT_FSIZE, &saved);
  signal(SIGXFSZ, handler);
  CHECK(message == path + ": cannot write: File too large");
  CHECK(content_of(path) == "old");
  CHECK(std::ssize(directory.names()) == 1);
}

TEST_CASE("whether a file can be written is told without writing it") {
  const TemporaryDirectory directory;
  expect_error(ErrorCode::io, (directory / "none/out") + ": cannot create: No such file or directory",
               [&] { AtomicFile::require_writable(directory / "none/out"); });
  expect_error(ErrorCode::io, directory.path() + ": is a directory",
               [&] { AtomicFile::require_writable(directory.path()); });
  put(directory / "file", "");
  expect_error(ErrorCode::io, (directory / "file/out") + ": cannot create: Not a directory",
               [&] { AtomicFile::require_writable(directory / "file/out"); });
  for (const std::string& fine : {directory / "file", directory / "new", std::string("-"), std::string("/dev/null")})
    CHECK_NOTHROW(AtomicFile::require_writable(fine));
  CHECK(std::ssize(directory.names()) == 1);
}

TEST_CASE("- and /dev/stdout are standard output, which stays open; pipes are written in place") {
  const TemporaryDirectory directory;
  const std::string path = put(directory / "captured", "");
  std::fflush(stdout);
  const int saved = dup(STDOUT_FILENO);
  const int captured = open(path.c_str(), O_WRONLY | O_APPEND);
  dup2(captured, STDOUT_FILENO);
  close(captured);
  for (const char* name : {"-", "/dev/stdout", "/dev/fd/1"}) {
    AtomicFile file(name);
    file.write("hello\n");
    file.commit();
  }
  const bool still_open = fcntl(STDOUT_FILENO, F_GETFD) >= 0;
  dup2(saved, STDOUT_FILENO);
  close(saved);
  CHECK(still_open);
  CHECK(content_of(path) == "hello\nhello\nhello\n");

  const std::string pipe = directory / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  write_file(pipe, "through");
  char buffer[16];
  CHECK(read(reader, buffer, sizeof buffer) == 7);
  close(reader);
  CHECK(std::filesystem::is_fifo(pipe));
}
