#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/run_program.h"

namespace {

/// The verbs that `couplet --help` lists, with their arguments.
std::vector<std::string> verbs() {
  const std::string start = "  couplet ";
  std::vector<std::string> found;
  for (const std::string& line : lines_of(run_couplet({"--help"}).out))
    if (line.starts_with(start))
      found.push_back(line.substr(start.size(), line.find(' ', start.size()) - start.size()));
  return found;
}

/// As the manual page spells it: every dash after a backslash.
std::string troff(const std::string& text) {
  std::string spelled;
  for (const char c : text) spelled += c == '-' ? std::string("\\-") : std::string(1, c);
  return spelled;
}

/// The methods that `couplet methods` lists, less those that are verbs of their own.
std::vector<std::string> methods() {
  std::vector<std::string> found;
  for (const std::string& line : lines_of(run_couplet({"methods", "--json"}).out))
    if (const auto method = nlohmann::json::parse(line); method.at("verb") == "fit") found.push_back(method.at("name"));
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
  for (const std::string& method : methods()) commands.push_back({"fit", method, "-h"});
  for (const auto& command : commands) {
    CAPTURE(command.front());
    const Finished run = run_couplet(command);
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    const auto lines = lines_of(run.out);
    CHECK(lines.size() <= 24);
    for (const std::string& line : lines) {
      CAPTURE(line);
      CHECK(line.size() <= 80);
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

TEST_CASE("the manual pages name everything and troff takes them") {
  const Finished run = run_couplet({"help", "--man"});
  CHECK(run.code == 0);
  CHECK(run.out.starts_with(".TH COUPLET 1"));
  for (const std::string& name : verbs()) CHECK(contains(run.out, "\\fBcouplet\\-" + name + "\\fR(1)"));
  CHECK(contains(run_couplet({"help", "fit", "--man"}).out, "\\fB\\-\\-on\\-bad\\-line\\fR \\fIstop|skip\\fR"));

  const TemporaryDirectory directory;
  const std::string folder = directory.file("man1"), warnings = directory.file("warnings");
  std::filesystem::create_directory(folder);
  REQUIRE(run_couplet({"help", "--man-pages", folder}).code == 0);
  CHECK(content_of(folder + "/couplet.1") == run.out);
  CHECK(content_of(folder + "/couplet-verify.1") == run_couplet({"help", "verify", "--man"}).out);
  CHECK(content_of(folder + "/couplet-fit-phsic.1") == run_couplet({"help", "fit", "phsic", "--man"}).out);
  for (const auto& page : std::filesystem::directory_iterator(folder)) {
    CAPTURE(page.path());
    for (const std::string& line : lines_of(content_of(page.path().string()))) CHECK_FALSE(line.starts_with("'"));
    CHECK(run_tool({"sh", "-c", "groff -man -Tutf8 -ww -z \"$0\" 2>\"$1\"", page.path().string(), warnings}) == 0);
    CHECK(content_of(warnings) == "");
  }
  CHECK(run_couplet({"help", "--man-pages", directory.file("nowhere")}).code == 6);
}

TEST_CASE("completion scripts") {
  const TemporaryDirectory directory;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    CAPTURE(shell);
    const Finished run = run_couplet({"help", "--completion", shell});
    CHECK(run.code == 0);
    for (const std::string& name : verbs()) CHECK(contains(run.out, name));
    const int syntax = run_tool({shell, "-n", directory.put(shell, run.out)});
    CHECK((syntax == 0 || syntax == -1));
  }
  CHECK(run_couplet({"help", "--completion", "csh"}).code == 2);
}

TEST_CASE("bash completes verbs, options and choices") {
  const TemporaryDirectory directory;
  const std::string script = directory.put("couplet.bash", run_couplet({"help", "--completion", "bash"}).out);
  const auto offered = [&](const std::string& words) {
    const std::string answer = directory.file("answer");
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
  CHECK(offered("couplet count --win") == std::vector<std::string>{"--window"});
  CHECK(offered("couplet count --weights dy") == std::vector<std::string>{"dynamic"});
  CHECK(offered("couplet convert --progress ''") == std::vector<std::string>{"auto", "always", "never"});
}

TEST_CASE("methods") {
  CHECK(lines_of(run_couplet({"methods"}).out).at(0) == "method\tjob\tsummary");
  REQUIRE_FALSE(methods().empty());
  for (const std::string& name : methods()) {
    CAPTURE(name);
    const Finished text = run_couplet({"methods", name});
    CHECK(text.code == 0);
    CHECK(text.out.starts_with(name + ": "));
    const Finished json = run_couplet({"methods", name, "--json"});
    const auto object = nlohmann::json::parse(json.out);
    CHECK(object.at("schema") == "couplet.method/1");
    CHECK(object.at("name") == name);
    // Every parameter of the schema is an option of fit, in help, man page and completion.
    const std::string help = run_couplet({"fit", name, "--help"}).out,
                      page = run_couplet({"help", "fit", name, "--man"}).out,
                      fish = run_couplet({"help", "--completion", "fish"}).out;
    for (const auto& parameter : object.at("parameters")) {
      const auto option = parameter.at("name").get<std::string>();
      CAPTURE(option);
      CHECK(contains(help, "\n  --" + option));
      CHECK(contains(text.out, "\n  --" + option));
      CHECK(contains(page, troff("--" + option) + "\\fR"));
      CHECK(contains(fish, "'__fish_seen_subcommand_from " + name + "' -l " + option + " "));
    }
  }
  CHECK(run_couplet({"methods", "phsik"}).err == "couplet: unknown method 'phsik'; did you mean 'phsic'?\n");
}

TEST_CASE("what a paper takes is told against the defaults, by methods and by help") {
  const std::string text = run_couplet({"methods", "gtest"}).out;
  CHECK(contains(text, "\nas published:\n  --window: 2, default 5: "));
  CHECK(contains(text, "\n  --hold-places: on, default off: "));
  CHECK(contains(run_couplet({"fit", "gtest", "--help"}).out, "\nas published:\n  --window: 2, default 5: "));
  CHECK(contains(run_couplet({"match", "--help"}).out, "\n  --powers: 0.01:1:0.01, default the same\n"));
  CHECK_FALSE(contains(run_couplet({"methods", "pmi"}).out, "as published"));
  const auto method = nlohmann::json::parse(run_couplet({"methods", "gtest", "--json"}).out);
  for (const auto& parameter : method.at("parameters")) {
    CHECK(parameter.contains("published") == parameter.contains("why"));
    if (parameter.at("name") == "window") CHECK(parameter.at("published") == "2");
  }
}

TEST_CASE("matching, which has no model, is found among the methods") {
  const Finished table = run_couplet({"methods"});
  CHECK(contains(table.out, "\nmatch\tmatching\tpair up two collections"));
  const Finished text = run_couplet({"methods", "match"});
  CHECK(text.code == 0);
  CHECK(contains(text.out, "\nusage: couplet match LEFT RIGHT [parameters]\n"));
  CHECK(contains(text.out, "\n  --seeds FILE"));
  CHECK(nlohmann::json::parse(run_couplet({"methods", "match", "--json"}).out).at("verb") == "match");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"fit", "match", "a", "b"}, {"help", "fit", "match"}}) {
    const Finished refused = run_couplet(words);
    CHECK(refused.code == 2);
    CHECK(refused.err == "couplet: 'match' is a verb, not a method to fit; use: couplet match LEFT RIGHT\n");
  }
}

TEST_CASE("help of fit: the methods by name, and what the data of each are") {
  const Finished brief = run_couplet({"fit", "-h"});
  CHECK(contains(brief.out, "\nmethods ('couplet methods' says what each is for):\n  phsic "));
  for (const std::string& line : lines_of(run_couplet({"fit", "--help"}).out)) {
    CAPTURE(line);
    CHECK(line.size() <= 80);
    CHECK_FALSE(contains(line, "word-by-wordtexts"));
  }
  const Finished one = run_couplet({"fit", "ngram", "--help"});
  CHECK(one.out.starts_with("usage: couplet fit ngram TEXT... | ARPA [options]\n  an n-gram language model"));
  CHECK(contains(one.out, "\ndata:\n  TEXT                running text"));
  CHECK(contains(one.out, "\n  ARPA                n-grams"));
  for (const std::string& name : methods()) {
    CAPTURE(name);
    CHECK(contains(run_couplet({"methods", name}).out, "\ndata:\n"));
  }
}
