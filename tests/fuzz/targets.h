// The fuzz targets: what must take any bytes and do no worse than throw an Error that blames the input.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "couplet/base/run.h"

namespace couplet::fuzz {

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
  /// Its inputs have the form of a model file: sums are repaired, and seeds made by fitting (sample_models.h).
  bool container = false;
};

std::span<const Target> all_targets();
/// Null when there is none of that name.
const Target* find_target(std::string_view name);

/// Runs the target. An Error is an answer, and comes back as text, unless it is a bug of ours (code internal): that,
/// and every other exception, ends the program.
std::string run_target(const Target& target, std::string_view bytes);

/// Ends the program when something does not hold that must, whatever the input is.
void require(bool holds, std::string_view what);

/// One thread: what fails there fails at the same place again.
const Run& one_thread();

/// Writes a file of that name in a directory of this process; its path.
std::string input_file(std::string_view bytes, const std::string& name = "input");

// One file each.
void read_model(std::string_view bytes);
void read_collection(std::string_view bytes);
void read_training_checkpoint(std::string_view bytes);
void read_pairs(std::string_view bytes);
void read_documents(std::string_view bytes);
void read_text(std::string_view bytes);
void read_tables(std::string_view bytes);
void read_gold(std::string_view bytes);
void read_compressed(std::string_view bytes);
void read_arrays(std::string_view bytes);
void read_vectors(std::string_view bytes);
void read_word2vec(std::string_view bytes);
void read_fasttext(std::string_view bytes);
void read_language_model(std::string_view bytes);
void read_wordnet_files(std::string_view bytes);
void read_mythes_file(std::string_view bytes);
void read_roget_file(std::string_view bytes);
void read_thesaurus_list(std::string_view bytes);
void read_config(std::string_view bytes);
void read_http_request(std::string_view bytes);
void parse_options(std::string_view bytes);
void parse_command_line(std::string_view bytes);

}  // namespace couplet::fuzz
