// couplet-mpi: mpirun -n 4 couplet-mpi fit phsic pairs.tsv -o pairs.couplet
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "apps/cli/program.h"
#include "apps/cli/signals.h"
#include "apps/mpi/mpi_team.h"
#include "couplet/base/freed_memory.h"
#include "couplet/base/memory.h"

namespace couplet {
namespace {

/// What the first process prints is enough.
void close_standard_output() {
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
}

/// The threads of a process: its share of the machine's cores. mpirun binds each of one or two processes to a single
/// core unless told otherwise, which is not meant for threads: then it may run on all.
int threads_of(int neighbours) {
  const int all = std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN))), share = std::max(1, all / neighbours);
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return share;
  if (CPU_COUNT(&allowed) == 1 && share > 1) {
    for (int core = 0; core < CPU_SETSIZE; ++core) CPU_SET(core, &allowed);  // those that there are, and are ours
    sched_setaffinity(0, sizeof allowed, &allowed);
    sched_getaffinity(0, sizeof allowed, &allowed);
  }
  return std::clamp(CPU_COUNT(&allowed), 1, share);
}

bool says(const std::vector<std::string>& words, const std::string& option, const std::string& letter) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word == option || word.starts_with(option + "=") || (!letter.empty() && word == letter);
  });
}

/// The cores and the memory of a machine are shared by the processes on it, unless the options say otherwise.
std::vector<std::string> with_shares(std::vector<std::string> words, int neighbours) {
  if (words.empty()) return words;
  const auto add = [&](const std::string& option) { words.insert(words.begin() + 1, option); };
  if (!says(words, "--memory", ""))
    add("--memory=" + std::to_string(std::max<std::int64_t>(1, MemoryBudget().bytes() / neighbours)));
  if (!says(words, "--threads", "-t")) add("--threads=" + std::to_string(threads_of(neighbours)));
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
  const int code = couplet::run_program(couplet::with_shares(std::move(words), team.neighbours()),
                                        {team, true, [&] { team.wait_turn(); }});
  if (code != 0) team.abort(code);
  if (verbose) couplet::tell_costs(team);
  return 0;
}
