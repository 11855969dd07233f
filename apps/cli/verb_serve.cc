// serve: models that answer over HTTP until the program is told to stop.
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include "apps/cli/arguments.h"
#include "apps/cli/output.h"
#include "apps/cli/signals.h"
#include "apps/serve/demo.h"
#include "couplet/base/error.h"

namespace couplet {
namespace {

/// The first line of a file: a secret does not belong on a command line, where others can read it.
std::string token_of(const std::string& path) {
  if (path.empty()) return "";
  std::ifstream file(path);
  std::string token;
  if (!std::getline(file, token)) throw Error(ErrorCode::io, path, "holds no token", "write one into its first line");
  return token;
}

/// Shows the page. Without a browser nothing happens: the address was printed.
void open_browser(std::string address) {
  std::string program = "xdg-open";
  char* words[] = {program.data(), address.data(), nullptr};
  pid_t child = 0;
  posix_spawnp(&child, program.c_str(), nullptr, nullptr, words, environ);
}

}  // namespace

int run_serve(const Arguments& arguments) {
  const Parameters& own = arguments.own;
  const Run run = make_run(arguments);
  ServerOptions options;
  options.address = own.text("listen");
  options.port = static_cast<int>(own.integer("port"));
  options.token = token_of(own.text("token-file"));
  options.threads = std::max(2, run.pool.threads());
  options.seconds = own.real("seconds");
  options.most_bytes = own.integer("body-limit");
  if (options.token.empty() && options.address != "127.0.0.1")
    throw Error(ErrorCode::usage, "--listen", "others could ask without a token", "give --token-file too");
  Api api(run.pool.threads());
  for (const std::string& word : arguments.positionals) api.add_model(word);
  std::optional<Demo> demo;
  if (arguments.positionals.empty()) demo.emplace(api, run);
  if (const std::string& folder = own.text("allow-fit"); !folder.empty()) api.allow_fit(folder);
  std::istringstream collections(own.text("collections"));
  for (std::string word; std::getline(collections, word, ',');) api.add_collection(word);

  let_work_finish();
  const Server server(
      options, [&](const HttpRequest& request, const StopToken& stop) { return api.answer(request, stop); },
      [&](const HttpRequest& request) { return api.is_long(request); });
  const std::string address = fmt::format("http://{}:{}/", options.address, server.port());
  arguments.output->write(address + "\n");
  arguments.output->flush();
  if (own.flag("open")) open_browser(address);
  while (!arguments.stop->requested()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  api.end();  // what fits is cancelled, and those who listen to it are told, before the server waits for them
  return 0;
}

}  // namespace couplet
