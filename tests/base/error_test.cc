#include "couplet/base/error.h"

#include <doctest/doctest.h>

#include <cerrno>
#include <string>

#include "couplet/base/observer.h"
#include "couplet/base/stop.h"
#include "tests/base/expect_error.h"

using namespace couplet;

TEST_CASE("an error says place, problem and remedy") {
  const Error error(ErrorCode::data, "train.tsv:41", "3 columns, expected 2", "use --columns 1,2");
  CHECK(std::string(error.what()) == "train.tsv:41: 3 columns, expected 2; use --columns 1,2");
  CHECK((error.code() == ErrorCode::data));
  CHECK(error.place() == "train.tsv:41");
  CHECK(error.problem() == "3 columns, expected 2");
  CHECK(error.remedy() == "use --columns 1,2");
}

TEST_CASE("an empty place or remedy leaves no punctuation") {
  CHECK(std::string(Error(ErrorCode::usage, "", "no").what()) == "no");
  CHECK(std::string(Error(ErrorCode::usage, "--k", "no").what()) == "--k: no");
  CHECK(std::string(Error(ErrorCode::usage, "", "no", "yes").what()) == "no; yes");
}

TEST_CASE("throw_errno gives the reason of the system") {
  expect_error(ErrorCode::io, "a.txt: cannot open: Permission denied", [] {
    errno = EACCES;
    throw_errno("a.txt", "open");
  });
}

TEST_CASE("a stop token throws once it is set") {
  StopToken stop;
  CHECK_NOTHROW(stop.check());
  CHECK_FALSE(stop.requested());
  stop.request();
  CHECK(stop.requested());
  expect_error(ErrorCode::interrupted, "interrupted", [&] { stop.check(); });
  CHECK_FALSE(StopToken::never().requested());
}

TEST_CASE("a stage begins, advances and ends even when it is left by an exception") {
  struct Log : Observer {
    std::string text;
    void begin(std::string_view stage, std::int64_t total, std::string_view unit) override {
      text += std::string(stage) + " " + std::to_string(total) + " " + std::string(unit) + ";";
    }
    void advance(std::int64_t done) override { text += std::to_string(done) + ";"; }
    void end() override { text += "end"; }
  } log;
  try {
    Stage stage(log, "reading", 10, "pairs");
    stage.advance_to(4);
    throw 1;
  } catch (int) {
  }
  CHECK(log.text == "reading 10 pairs;4;end");
}
