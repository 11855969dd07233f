// couplet-mpi: mpirun -n 4 couplet-mpi fit phsic pairs.tsv -o pairs.couplet
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "apps/cli/program.h"
#include "apps/cli/signals.h"
#include "apps/mpi/mpi_team.h"
#include "couplet/base/freed_memory.h"

namespace couplet {
namespace {

/// What the first process prints is enough.
void close_standard_output() {
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
}

/// The cores of a machine are shared by the processes on it, unless --threads says otherwise.
std::vector<std::string> with_threads(std::vector<std::string> words, int neighbours) {
  const bool said = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "-t" || word == "--threads" || word.starts_with("--threads=");
  });
  if (neighbours == 1 || said || words.empty()) return words;
  const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / neighbours);
  words.insert(words.begin() + 1, "--threads=" + std::to_string(threads));
  return words;
}

/// What each process handed to others, worked and needed; the first one says it. Waiting for others is work too: MPI
/// asks again and again.
void tell_costs(MpiTeam& team) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  const double sent = 1e-6 * static_cast<double>(team.sent()), peak = 1024e-6 * static_cast<double>(usage.ru_maxrss);
  const std::string own =
      fmt::format("couplet: process {} of {}: sent {:.3f} MB, processor {:.2f} s, peak {:.0f} MB\n", team.rank() + 1,
                  team.size(), sent, seconds(usage.ru_utime) + seconds(usage.ru_stime), peak);
  for (const std::string& line : team.collect(own)) std::fputs(line.c_str(), stderr);
}

}  // namespace
}  // namespace couplet

int main(int argc, char** argv) {
  couplet::fill_standard_descriptors();
  couplet::keep_freed_memory();
  couplet::MpiTeam team(argc, argv);
  if (!team.is_first()) couplet::close_standard_output();
  std::vector<std::string> words(argv + (argc > 0), argv + argc);
  const bool verbose =
      std::any_of(words.begin(), words.end(), [](const std::string& w) { return w == "-v" || w == "--verbose"; });
  const int code = couplet::run_program(couplet::with_threads(std::move(words), team.neighbours()),
                                        {team, true, [&] { team.wait_turn(); }});
  if (code != 0) team.abort(code);
  if (verbose) couplet::tell_costs(team);
  return 0;
}
