// Readers of what is known about words: vectors, language models, thesauri; and arrays of numbers.
#include <vector>

#include "couplet/base/npy.h"
#include "couplet/lexicon/mythes.h"
#include "couplet/lexicon/roget.h"
#include "couplet/lexicon/thesaurus_reader.h"
#include "couplet/lexicon/thesaurus_tsv.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/lexicon/wordnet_thesaurus.h"
#include "couplet/methods/ngram/arpa.h"
#include "couplet/methods/rewriting/gram_files.h"
#include "couplet/methods/rewriting/tag_dictionary.h"
#include "tests/fuzz/targets.h"

namespace couplet::fuzz {
namespace {

WordVectors read_and_ask(const std::string& path, std::string_view format) {
  WordVectors vectors = read_word_vectors(path, one_thread(), format);
  std::vector<float> row(static_cast<std::size_t>(vectors.dimension()));
  for (const char* word : {"", "the", "\xC3\xA9t\xC3\xA9", "an unknown word"}) vectors.find(word, row);
  if (vectors.size() > 0) require(vectors.find(vectors.words().word(0), row), "a word of the table is found");
  return vectors;
}

/// Files in one input: each begins with a line "@@ NAME".
std::string directory_of(std::string_view bytes, std::span<const std::string_view> names) {
  std::string directory;
  for (const std::string_view name : names) {
    const std::string mark = "@@ " + std::string(name) + "\n";
    const std::size_t begin = bytes.find(mark);
    std::string_view content = begin == bytes.npos ? "" : bytes.substr(begin + mark.size());
    content = content.substr(0, content.find("@@ "));
    directory = input_file(content, std::string(name));
  }
  return directory.substr(0, directory.rfind('/'));
}

}  // namespace

void read_arrays(std::string_view bytes) {
  const std::string path = input_file(bytes, "input.npy");
  const NpyReader reader(path);
  for (Index row = 0; reader.cols() > 0 && row < std::min<Index>(reader.rows(), 100); ++row) {
    std::vector<double> values(static_cast<std::size_t>(reader.cols()));
    reader.read(row, 1, values);
  }
  std::vector<float> all(static_cast<std::size_t>(reader.rows() * reader.cols()));
  reader.read(0, reader.rows(), all);
  input_file("a\nb\n", "input.vocab");
  if (reader.rows() == 2) read_and_ask(path, "auto");
  if (reader.rows() == reader.cols()) read_gram(path, reader.rows(), one_thread());
}

void read_vectors(std::string_view bytes) {
  const std::string path = input_file(bytes);
  const WordVectors vectors = read_and_ask(path, "auto");
  const std::string copy = input_file("", "copy.bin");
  write_word_vectors(copy, vectors);
  const WordVectors again = read_word_vectors(copy, one_thread(), "word2vec-bin");
  require(std::ranges::equal(again.values(), vectors.values()), "vectors written and read again are the same");
}

void read_word2vec(std::string_view bytes) { read_and_ask(input_file(bytes), "word2vec-bin"); }

void read_fasttext(std::string_view bytes) { read_and_ask(input_file(bytes), "fasttext"); }

void read_language_model(std::string_view bytes) {
  const std::string path = input_file(bytes);
  is_arpa_file(path);
  read_arpa(path, one_thread());
}

void read_wordnet_files(std::string_view bytes) {
  static constexpr std::string_view names[] = {"data.noun",  "data.verb", "data.adj",   "data.adv", "index.noun",
                                               "index.verb", "index.adj", "index.adv",  "noun.exc", "verb.exc",
                                               "adj.exc",    "adv.exc",   "cntlist.rev"};
  const std::string directory = directory_of(bytes, names);
  wordnet_thesaurus(WordNet::read(directory, one_thread()), one_thread());
  TagDictionary::read(directory, one_thread());
}

void read_mythes_file(std::string_view bytes) { read_mythes(input_file(bytes), one_thread()); }

void read_roget_file(std::string_view bytes) {
  static constexpr std::string_view names[] = {"heads.tsv", "roget.txt"};
  const std::string directory = directory_of(bytes, names);
  const std::vector<RogetHead> heads = read_roget(directory + "/roget.txt", one_thread());
  roget_thesaurus(heads, infer_opposing_heads(heads, {}, 1));
  roget_thesaurus(heads, read_opposing_heads(directory + "/heads.tsv", heads, 1));
}

void read_thesaurus_list(std::string_view bytes) {
  const std::string paths[] = {input_file(bytes)};
  read_thesauri(paths, one_thread());
  antonym_pairs(read_thesaurus_tsv(paths[0], one_thread()));
}

}  // namespace couplet::fuzz
