// Wrong command lines: one clear line, code 2.
#include <doctest/doctest.h>

#include "tests/cli/run_program.h"

namespace {

void check_usage_error(const std::vector<std::string>& arguments, const std::string& line) {
  const Finished run = run_couplet(arguments);
  CHECK(run.code == 2);
  CHECK(run.err == line + "\n");
  CHECK(run.out.empty());
}

}  // namespace

TEST_CASE("verbs") {
  check_usage_error({}, "couplet: no verb given; 'couplet -h' lists the verbs");
  check_usage_error({"inspekt", "x"}, "couplet: unknown verb 'inspekt'; did you mean 'inspect'?");
  check_usage_error({"zzzzzzzzzzzz"}, "couplet: unknown verb 'zzzzzzzzzzzz'; 'couplet help' lists the verbs");
  check_usage_error({"help", "verifi"}, "couplet: unknown verb 'verifi'; did you mean 'verify'?");
}

TEST_CASE("options") {
  check_usage_error({"verify", "--tolerence", "1", "m"},
                    "couplet: verify has no option --tolerence; did you mean '--tolerance'?");
  check_usage_error({"verify", "--tolerence=1", "m"},
                    "couplet: verify has no option --tolerence; did you mean '--tolerance'?");
  check_usage_error({"verify", "m", "-Z"},
                    "couplet: verify has no option -Z; 'couplet verify --help' lists the options");
  check_usage_error({"--tolerance", "1", "verify", "m"},
                    "couplet: couplet has no option --tolerance; the options of a verb stand after it");
  check_usage_error({"--thread", "2", "verify", "m"},
                    "couplet: couplet has no option --thread; did you mean '--threads'?");
  check_usage_error({"verify", "m", "--threads"}, "couplet: --threads: needs a value");
  check_usage_error({"verify", "m", "--threads="}, "couplet: --threads=: no value after '='");
}

TEST_CASE("values are checked for every verb, used or not") {
  check_usage_error({"inspect", "m", "--threads", "two"},
                    "couplet: --threads: 'two' is not a whole number; give a whole number of at least 0");
  check_usage_error({"inspect", "m", "--threads", "-1"},
                    "couplet: --threads: -1 is out of range; give a whole number of at least 0");
  check_usage_error({"inspect", "m", "--seed", "1.5"},
                    "couplet: --seed: '1.5' is not a whole number; give a whole number of at least 0");
  check_usage_error({"inspect", "m", "--memory", "lots"},
                    "couplet: --memory: 'lots' is not a size; write it like 300M or 4G");
  check_usage_error({"inspect", "m", "--progress", "alway"},
                    "couplet: --progress: unknown value 'alway'; did you mean 'always'?");
  check_usage_error({"verify", "m", "--tolerance", "nan"},
                    "couplet: --tolerance: 'nan' is not a number; give a number");
  check_usage_error({"inspect", "m", "--quiet=perhaps"},
                    "couplet: --quiet: 'perhaps' is neither true nor false; give true or false");
}

TEST_CASE("positional arguments are counted") {
  check_usage_error({"inspect"}, "couplet: too few arguments; use: couplet inspect MODEL");
  check_usage_error({"inspect", "a", "b"}, "couplet: unexpected argument 'b'; use: couplet inspect MODEL");
  check_usage_error({"methods", "a", "b"}, "couplet: unexpected argument 'b'; use: couplet methods [NAME]");
}

TEST_CASE("where options and positional arguments may stand") {
  const TemporaryDirectory directory;
  const std::string missing = directory.file("missing.couplet");
  const std::string expected = run_couplet({"inspect", missing}).err;
  CHECK(expected.find(missing) != std::string::npos);
  const std::vector<std::vector<std::string>> spellings = {{"--threads", "1", "inspect", missing},
                                                           {"inspect", "--threads=1", missing},
                                                           {"inspect", missing, "-t", "1"},
                                                           {"inspect", "-t1", missing},
                                                           {"inspect", "--", missing},
                                                           {"inspect", "-qv", missing},
                                                           {"--threads", "7", "inspect", missing, "-t1"}};
  for (const auto& spelling : spellings) {
    const Finished run = run_couplet(spelling);
    CHECK(run.code == 6);
    CHECK(run.err == expected);
  }
  // After "--" everything is a positional argument, whatever it looks like.
  CHECK(run_couplet({"inspect", "--", "--threads"}).err.starts_with("couplet: --threads: cannot open"));
  CHECK(run_couplet({"inspect", "--", "--", "x"}).err ==
        "couplet: unexpected argument 'x'; use: couplet inspect MODEL\n");
  // Brackets mean nothing.
  CHECK(run_couplet({"inspect", "[a,b]"}).err.starts_with("couplet: [a,b]: "));
}

TEST_CASE("of an option given twice the last one counts, and a flag can be unset") {
  CHECK(run_couplet({"methods", "--progress", "always", "--progress=never", "--json", "--json=false"})
            .out.starts_with("method\t"));
  CHECK(run_couplet({"--json", "methods", "--json=false"}).out.starts_with("method\t"));
}

TEST_CASE("methods and their parameters") {
  check_usage_error({"fit", "phsik", "a", "-o", "b"}, "couplet: unknown method 'phsik'; did you mean 'phsic'?");
  check_usage_error({"fit"}, "couplet: too few arguments; use: couplet fit METHOD DATA...");
  check_usage_error({"fit", "phsic", "a", "--wihten", "1"},
                    "couplet: fit has no option --wihten; did you mean '--whiten'?");
  // The parameters of one method are not those of another, wherever they stand.
  const Finished other = run_couplet({"fit", "--whiten", "0.1", "pmi", "a", "-o", "b"});
  CHECK(other.code == 2);
  CHECK(other.err.starts_with("couplet: pmi has no option --whiten"));
  // A value that is out of its range names the option.
  const Finished range = run_couplet({"fit", "--whiten", "-1", "phsic", "a", "-o", "b"});
  CHECK(range.code == 2);
  CHECK(range.err.starts_with("couplet: --whiten: "));
}

TEST_CASE("with --json the error is an object") {
  const Finished run = run_couplet({"inspect", "--json", "--sed", "1", "m"});
  CHECK(run.code == 2);
  CHECK(
      run.err ==
      R"({"schema":"couplet.error/1","code":"usage","exit":2,"message":"inspect has no option --sed; did you mean '--seed'?",)"
      R"("place":"","problem":"inspect has no option --sed","remedy":"did you mean '--seed'?"})"
      "\n");
}
