// The fuzz targets without a fuzzer. Of four uses:
//   fuzz_replay replay SEEDS REGRESSIONS EXAMPLES
//                                        every target over every file of SEEDS/TARGET (of the model target: a model of
//                                        every method) and of REGRESSIONS/TARGET
//   fuzz_replay run TARGET FILE...       one target over these files
//   fuzz_replay models EXAMPLES DIR      the models of every method's examples into DIR
//   fuzz_replay forge MODEL N SEED DIR   N forged copies of a model through the model target, each in time and memory;
//                                        a line of JSON with the counts; those that fail are kept in DIR
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "couplet/base/error.h"
#include "tests/base/temporary_directory.h"
#include "tests/fuzz/forged_model.h"
#include "tests/fuzz/sample_models.h"
#include "tests/fuzz/targets.h"

using namespace couplet;

namespace {

constexpr unsigned longest_seconds = 10;  // an input

std::vector<std::string> files_of(const std::string& directory) {
  std::vector<std::string> files;
  if (std::filesystem::is_directory(directory))
    for (const auto& entry : std::filesystem::directory_iterator(directory)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// The input that runs is named first: when the program dies, it is the last one named.
void run_file(const fuzz::Target& target, const std::string& path) {
  std::fprintf(stderr, "%s %s\n", target.name.data(), path.c_str());
  alarm(longest_seconds * 10);  // sanitizers, and other tests beside
  if (const std::string said = fuzz::run_target(target, content_of(path)); !said.empty())
    std::fprintf(stderr, "  %s\n", said.c_str());
  alarm(0);
}

int replay(const std::string& all_seeds, const std::string& regressions, const std::string& examples) {
  const TemporaryDirectory made;
  fuzz::make_container_seeds(examples, made.path());
  for (const fuzz::Target& target : fuzz::all_targets()) {
    const std::string name(target.name);
    const auto seeds = files_of((target.container ? made.path() : all_seeds) + "/" + name);
    if (seeds.empty()) {
      std::fprintf(stderr, "fuzz_replay: no seeds for the target %s\n", name.c_str());
      return 1;
    }
    for (const std::string& path : seeds) run_file(target, path);
    for (const std::string& path : files_of(regressions + "/" + name)) run_file(target, path);
  }
  for (const std::string& directory : files_of(regressions)) {
    if (fuzz::find_target(std::filesystem::path(directory).filename().string())) continue;
    std::fprintf(stderr, "fuzz_replay: %s is of no target\n", directory.c_str());
    return 1;
  }
  return 0;
}

std::string forged(const std::string& model, std::uint64_t seed, std::int64_t number) {
  Random random(seed, static_cast<std::uint64_t>(number));
  return fuzz::resealed(fuzz::changed(model, random));
}

/// Forged models from `next` on, until the process dies of one. `next` lies in memory that the parent sees.
[[noreturn]] void run_forged(const std::string& model, std::uint64_t seed, std::int64_t count, std::int64_t& next) {
  std::freopen("/dev/null", "w", stderr);
  for (; next < count; ++next) {
    // A busy machine is no hang: the processor's time counts, and the clock's only when nothing moves any more.
    const itimerval own{{0, 0}, {longest_seconds, 0}};
    setitimer(ITIMER_PROF, &own, nullptr);
    alarm(longest_seconds * 10);
    fuzz::run_target(*fuzz::find_target("model"), forged(model, seed, next));
  }
  std::_Exit(0);
}

int forge(const std::string& path, std::int64_t count, std::uint64_t seed, const std::string& kept) {
  const std::string model = content_of(path), name = std::filesystem::path(path).stem();
  auto* next = static_cast<std::int64_t*>(
      mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  std::int64_t crashes = 0, hangs = 0;
  for (*next = 0; *next < count; ++*next) {
    const pid_t child = fork();
    if (child == 0) run_forged(model, seed, count, *next);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
    ++(WIFSIGNALED(status) && (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGPROF) ? hangs : crashes);
    put(kept + "/" + name + "-" + std::to_string(*next) + ".couplet", forged(model, seed, *next));
  }
  std::printf("{\"model\":\"%s\",\"forged\":%lld,\"crashes\":%lld,\"hangs\":%lld}\n", name.c_str(),
              static_cast<long long>(count), static_cast<long long>(crashes), static_cast<long long>(hangs));
  return crashes + hangs == 0 ? 0 : 1;
}

int run(const std::vector<std::string>& words) {
  const std::string use = words.empty() ? "" : words[0];
  if (use == "replay" && words.size() == 4) return replay(words[1], words[2], words[3]);
  if (use == "seeds" && words.size() == 3) return fuzz::make_container_seeds(words[1], words[2]), 0;
  if (use == "models" && words.size() == 3) return fuzz::make_sample_models(words[1], words[2]), 0;
  if (use == "forge" && words.size() == 5)
    return forge(words[1], std::stoll(words[2]), std::stoull(words[3]), words[4]);
  if (use == "run" && words.size() >= 3) {
    const fuzz::Target* target = fuzz::find_target(words[1]);
    if (!target) return std::fprintf(stderr, "fuzz_replay: no target %s\n", words[1].c_str()), 2;
    for (std::size_t i = 2; i < words.size(); ++i) run_file(*target, words[i]);
    return 0;
  }
  std::fputs(
      "use: fuzz_replay replay SEEDS REGRESSIONS EXAMPLES | run TARGET FILE... | models EXAMPLES DIR | seeds EXAMPLES "
      "DIR | "
      "forge MODEL N SEED DIR\n",
      stderr);
  return 2;
}

}  // namespace

int main(int count, char** words) {
  try {
    return run({words + 1, words + count});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz_replay: %s\n", error.what());
    return 1;
  }
}

#if defined(__clang__)
/// An input that wants more than 2 GB is as bad as one that crashes.
extern "C" const char* __asan_default_options() { return "hard_rss_limit_mb=2048:max_allocation_size_mb=2048"; }
#endif
