// Language models in the ARPA format: what other n-gram tools read and write.
#pragma once

#include <string>

#include "couplet/base/run.h"
#include "couplet/methods/ngram/ngram_table.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// True when the file, or what it decompresses to, begins like an ARPA file (blank lines, then \data\).
bool is_arpa_file(const std::string& path);

struct ArpaModel {
  Vocabulary words;
  BackoffTrie trie;  // histories are not filled in
  std::int64_t added = 0;
};

/// Reads orders 1 to 6; plain, gz, xz or zst. <unk> is added with probability 0 when it is not there; an n-gram whose
/// suffix is not there gets one with the probability that backing off gives (other tools leave these out when they
/// prune), counted in added. Error(data) with file:line for sections that do not come in order, a count that differs
/// from the header's, a number that is not finite, a probability above 1, a back-off weight in the last order, an
/// unknown word, an n-gram twice, an n-gram whose history is not there.
ArpaModel read_arpa(const std::string& path, const Run& run);

/// Writes with seven digits; gz when the path ends so. <s> gets -99.
void write_arpa(const std::string& path, const Vocabulary& words, const NgramTable& table, const Run& run);

}  // namespace couplet
