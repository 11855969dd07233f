#include <doctest/doctest.h>

#include <algorithm>

#include "tests/cli/run_program.h"

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The verbs that `couplet -h` lists.
std::vector<std::string> verbs() {
  std::vector<std::string> found;
  for (const std::string& line : lines_of(run_couplet({"-h"}).out))
    if (line.starts_with("  ") && line.size() > 2 && line[2] != ' ')
      found.push_back(line.substr(2, line.find(' ', 2) - 2));
  return found;
}

}  // namespace

TEST_CASE("version") {
  const Finished run = run_couplet({"--version"});
  CHECK(run.code == 0);
  CHECK(run.out.starts_with("couplet "));
  CHECK(lines_of(run.out).size() == 1);
  CHECK(run.err.empty());
}

TEST_CASE("brief help fits one screen, for every verb") {
  const std::vector<std::string> names = verbs();
  REQUIRE(std::count(names.begin(), names.end(), "help") == 1);
  std::vector<std::vector<std::string>> commands = {{"-h"}};
  for (const std::string& name : names) commands.push_back({name, "-h"});
  for (const auto& command : commands) {
    CAPTURE(command.front());
    const Finished run = run_couplet(command);
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    const auto lines = lines_of(run.out);
    CHECK(lines.size() <= 40);
    for (const std::string& line : lines) {
      CAPTURE(line);
      CHECK(line.size() <= 100);
    }
    if (command.size() > 1) CHECK(contains(run.out, "\nexamples:\n  couplet " + command[0]));
  }
}

TEST_CASE("full help explains every option; 'help VERB' and 'VERB --help' agree") {
  for (const std::string& name : verbs()) {
    CAPTURE(name);
    const Finished run = run_couplet({name, "--help"});
    CHECK(run.code == 0);
    for (const char* option : {"--threads N", "--memory SIZE", "--seed N", "--json", "--progress auto|always|never",
                               "--dry-run", "--quiet", "--verbose"})
      CHECK(contains(run.out, option));
    CHECK(run_couplet({"help", name}).out == run.out);
  }
  const Finished all = run_couplet({"--help"});
  CHECK(contains(all.out, "  130  interrupted"));
  CHECK(run_couplet({"help"}).out == all.out);
}

TEST_CASE("help wins over missing arguments, before and after the verb") {
  CHECK(run_couplet({"-h", "verify"}).out == run_couplet({"verify", "-h"}).out);
  CHECK(run_couplet({"verify", "-h"}).code == 0);
  CHECK(run_couplet({"help", "verify", "extra"}).code == 2);
}

TEST_CASE("the manual page names everything and troff takes it") {
  const Finished run = run_couplet({"help", "--man"});
  CHECK(run.code == 0);
  CHECK(run.out.starts_with(".TH COUPLET 1"));
  for (const std::string& name : verbs()) CHECK(contains(run.out, ".SS couplet " + name));
  CHECK(contains(run.out, "\\-\\-on\\-bad\\-line") == contains(run_couplet({"help"}).out, "PAIRS"));
  for (const std::string& line : lines_of(run.out)) CHECK_FALSE(line.starts_with("'"));

  const TemporaryDirectory directory;
  const std::string page = directory.file("couplet.1", run.out);
  const std::string warnings = directory.path("warnings");
  const int code =
      run_tool({"sh", "-c", "command -v groff >/dev/null || exit 127; groff -man -Tutf8 -ww -z \"$0\" 2>\"$1\"", page,
                warnings});
  CHECK((code == 0 || code == -1));
  CHECK(content_of(warnings) == "");
}

TEST_CASE("completion scripts") {
  const TemporaryDirectory directory;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    CAPTURE(shell);
    const Finished run = run_couplet({"help", "--completion", shell});
    CHECK(run.code == 0);
    for (const std::string& name : verbs()) CHECK(contains(run.out, name));
    const int syntax = run_tool({shell, "-n", directory.file(shell, run.out)});
    CHECK((syntax == 0 || syntax == -1));
  }
  CHECK(run_couplet({"help", "--completion", "csh"}).code == 2);
}

TEST_CASE("bash completes verbs, options and choices") {
  const TemporaryDirectory directory;
  const std::string script = directory.file("couplet.bash", run_couplet({"help", "--completion", "bash"}).out);
  const auto offered = [&](const std::string& words) {
    const std::string answer = directory.path("answer");
    const int code = run_tool({"bash", "-c",
                               "source \"$0\"; COMP_WORDS=(" + words +
                                   "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _couplet; "
                                   "printf '%s\\n' \"${COMPREPLY[@]}\" > \"$1\"",
                               script, answer});
    REQUIRE(code == 0);
    return lines_of(content_of(answer));
  };
  CHECK(offered("couplet insp") == std::vector<std::string>{"inspect"});
  CHECK(offered("couplet --threads 2 verify --tol") == std::vector<std::string>{"--tolerance"});
  CHECK(offered("couplet convert --from gl") == std::vector<std::string>{"glove"});
  CHECK(offered("couplet convert --progress ''") == std::vector<std::string>{"auto", "always", "never"});
}

TEST_CASE("methods") {
  const Finished table = run_couplet({"methods"});
  CHECK(table.code == 0);
  CHECK(lines_of(table.out).at(0) == "method\tjob\tsummary");
  for (std::size_t i = 1; i < lines_of(table.out).size(); ++i) {
    const std::string line = lines_of(table.out)[i], name = line.substr(0, line.find('\t'));
    CAPTURE(name);
    const Finished one = run_couplet({"methods", name});
    CHECK(one.code == 0);
    CHECK(one.out.starts_with(name + ": "));
  }
}
