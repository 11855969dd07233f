// The files of a request, looked at before any work is done.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "couplet/model/parameters.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// What is read and written; "-" is standard input or standard output.
struct RequestFiles {
  std::vector<std::string> read, written;

  /// Those that options name, by their types, one or a list a,b.
  void add(std::span<const Parameter> schema, const Parameters& values);
};

/// Of a task: its inputs that are files, and its options'.
RequestFiles files_of(const Task& task, const Request& request);

/// What a plan says: the files with their sizes, and what the task adds: {"read", "train.tsv, 1.2 MB"}, ... Error(io)
/// when a file does not exist.
std::vector<std::pair<std::string, std::string>> plan_of(const Task& task, const Request& request,
                                                         const RequestFiles& files);

/// Error(io) when a file cannot be written; Error(usage) when one is written twice, or would replace one that is read
/// (told by device and inode, so by any name) or standard output's own.
void check_files(const RequestFiles& files);

/// True when data goes to standard output, so that no rows can.
bool uses_standard_output(const RequestFiles& files);

}  // namespace couplet
