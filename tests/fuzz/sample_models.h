// A small model of every method, for fuzzing and torture.
#pragma once

#include <string>

namespace couplet::fuzz {

/// Runs the examples of every method's help on the files of `examples` (docs/examples); the models go to `directory`
/// under the names that the examples give them.
void make_sample_models(const std::string& examples, const std::string& directory);

/// Seeds of the targets that take files of that form: seeds/TARGET/NAME. Models over 250 kB are left out.
void make_container_seeds(const std::string& examples, const std::string& seeds);
void make_sample_collections(const std::string& directory);
void make_sample_checkpoints(const std::string& directory);

}  // namespace couplet::fuzz
