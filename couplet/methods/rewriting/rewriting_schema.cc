#include "couplet/methods/rewriting/rewriting_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "couplet/base/error.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/methods/rewriting/neighbour_groups.h"
#include "couplet/methods/rewriting/rewriting_methods.h"
#include "couplet/methods/rewriting/saved_knowledge.h"
#include "couplet/methods/rewriting/tag_dictionary.h"
#include "couplet/model/published.h"

namespace couplet {

namespace {

Wiring parse_wiring(const std::string& name) {
  return name == "any-type" ? Wiring::any_type : name == "per-type" ? Wiring::per_type : Wiring::same_type;
}

std::vector<double> positive_numbers(const std::string& option, std::string_view text) {
  std::vector<double> numbers;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + comma, value);
    if (problem != std::errc() || end != text.data() + comma || !(value > 0) || !std::isfinite(value))
      throw Error(ErrorCode::usage, option, "'" + std::string(text.substr(0, comma)) + "' is no number above 0",
                  "write numbers separated by commas");
    numbers.push_back(value);
    if (comma == text.size()) return numbers;
    text.remove_prefix(comma + 1);
  }
}

/// The typing scheme, where a term uses one.
PairKernelOptions kernel_options(const std::string& kernel, const std::string& types, const std::string& wiring,
                                 bool both_ways) {
  PairKernelOptions options;
  options.terms = parse_kernel_terms(kernel);
  options.types = TypingScheme::parse(types);
  options.wiring = parse_wiring(wiring);
  options.both_ways = both_ways;
  if (!uses(options.terms, KernelTerm::Kind::tesrk)) options.types = {{WordType::stem}, {WordType::stem}};
  for (const KernelTerm& term : options.terms)
    if (term.kind == KernelTerm::Kind::tesrk)
      require_rule_size(term.k, static_cast<int>(options.types.variable.size()), options.wiring);
  return options;
}

std::shared_ptr<const PartTagger> load_tagger_file(const std::string& path) {
  const ModelFile file(path);
  if (!file.has("tagger.weights"))
    throw Error(ErrorCode::usage, path, "is not a tagger", "make one with 'couplet fit tagger'");
  // Of a version that this program reads, and sound: a tagger, or a model of rewriting with one in it.
  load_model(file, std::vector<Method>{tagger_method(), rewriting_method(), rules_method()});
  return std::make_shared<PerceptronTagger>(load_tagger(file));
}

void require(const Parameters& parameters, const PairKernelOptions& kernel, WordType type, const char* option) {
  if (kernel.types.uses(type) && !parameters.has(option))
    throw Error(ErrorCode::usage, fmt::format("--{}", option),
                fmt::format("the type {} has nothing to go by", name_of(type)), fmt::format("give --{} FILE", option));
}

/// The words that more than `share` of the sentences have, in the order of their bytes; the same sentence counts once.
Vocabulary frequent_words(const std::vector<SentencePair>& pairs, double share) {
  std::set<Sentence> seen;
  std::map<std::string, std::int64_t> sentences;
  for (const SentencePair& pair : pairs)
    for (const Sentence* sentence : {&pair.left, &pair.right}) {
      if (!seen.insert(*sentence).second) continue;
      std::set<std::string> words;
      for (const TaggedWord& word : *sentence) words.insert(word.word);
      for (const std::string& word : words) ++sentences[word];
    }
  Vocabulary frequent;
  for (const auto& [word, count] : sentences)
    if (static_cast<double>(count) > share * static_cast<double>(seen.size())) frequent.add(word);
  return frequent;
}

}  // namespace

std::vector<Parameter> rewriting_parameters() {
  using enum ParameterType;
  std::vector<Parameter> all = {
      {"label", text, "3", "the column with the label, 0 or 1, or with a grade of a few"},
      {"group", text, "",
       "the column that answers to one question share: folds keep them together, map and mrr rank them; rewriting of "
       "several grades takes the left text when it is not given"},
      {"kernel", text, "4*overlap+2*lone+srk:1-4",
       "kernels to add up: pr, idf, overlap, lone, srk:K and tesrk:K, with a weight as in 4*pr; K is a length of "
       "k-grams or a range"},
      {"types", text, "pattern=stem,synonym variable=stem,synonym",
       "typing scheme of tesrk: types that unify words in patterns, and types that link wildcards"},
      Parameter::one_of("wiring", "same-type", "how the types of a link in two pairs are compared",
                        {"same-type", "any-type", "per-type"}),
      Parameter::one_of("idf", "words", "what the kernel idf compares", {"words", "stems"}),
      {"wildcard-share", real, "1",
       "wildcards stand for words that at most this share of the training sentences have; 1: for any word", 0, 1},
      {"both-ways", flag, "false", "the relation has no direction: rules also match with the two sentences exchanged"},
      {"text", text, "icu", "text pipeline: how sentences become words"},
      {"max-words", integer, "250", "words of a sentence that are read; those beyond are left out, and it is said", 1,
       100000},
      {"stemmer", text, "porter", "porter, or a Snowball language"},
      {"senses", integer, "0", "senses of a word and part of speech that count, the most frequent first; 0: all", 0,
       1000},
      Parameter::one_of("tags", "wordnet",
                        "part-of-speech tags for the type id; given: words are written word|TAG|ENTITY",
                        {"none", "wordnet", "given", "tagger"}),
      Parameter::path("tagger", "a model of 'couplet fit tagger', for --tags tagger"),
      Parameter::one_of("entities", "rules",
                        "named entities for the type ne: by rule, by a learned tagger, or given in word|TAG|ENTITY",
                        {"none", "rules", "given", "tagger"}),
      Parameter::path(
          "entity-tagger",
          "a model of 'couplet fit tagger' whose tags are classes of names (O: none), for --entities tagger"),
      Parameter::path("entity-list", "names for the rules: class, tab, name a line"),
      Parameter::path("wordnet", "directory of WordNet's files; Debian's when not given"),
      Parameter::path("word-list", "words for the type list: a group a line"),
      Parameter::path("vectors", "word vectors for the type neighbour"),
      {"neighbours", integer, "5", "nearest words in --vectors that count as neighbours", 1, 1000},
      {"nearness", real, "0.6", "least cosine of neighbours", -1, 1},
      Parameter::one_of("objective", "f1", "what cross-validation chooses by", {"f1", "accuracy", "map", "mrr"}),
      {"c", text, "0.5,1,2,4,8,16", "values of C to try"},
      {"positive-weight", text, "1",
       "weights of the positives' C to try, or balanced: as many times as there are more negatives"},
      {"folds", integer, "10", "folds of the cross-validation", 2, 1000},
      {"clip", flag, "false", "set negative eigenvalues of the Gram matrix to 0 (keeps all pairs in the model)"},
      Parameter::path("gram", "read the Gram matrix from this file instead of computing it"),
      {.name = "save-gram",
       .type = output,
       .default_value = "",
       .help = "write the Gram matrix: .npy, or LIBSVM's precomputed format",
       .kept_in_model = false},
      {.name = "save-scores",
       .type = output,
       .default_value = "",
       .help = "write each training pair's decision value when it was held out",
       .kept_in_model = false},
  };
  add_needs(all, {{"types", "kernel~tesrk"},
                  {"wiring", "kernel~tesrk"},
                  {"idf", "kernel~idf"},
                  {"entity-list", "entities=rules"},
                  {"word-list", "types~list"},
                  {"vectors", "types~neighbour"},
                  {"neighbours", "vectors"},
                  {"nearness", "vectors"}});
  // Kernels, types and the objective are the experiment's own.
  add_published(all, "Gleize & Grau 2015",
                {{"wiring", "same-type"},
                 {"idf", "words"},
                 {"wildcard-share", "1"},
                 {"both-ways", "false"},
                 {"text", "penn", "words without punctuation do as well, and are fewer"},
                 {"stemmer", "porter"},
                 {"senses", "0"},
                 {"positive-weight", "1"},
                 {"folds", "10"}});
  return all;
}

SentenceOptions sentence_options(const Parameters& parameters, const Run& run) {
  SentenceOptions options;
  options.text = TextPipeline::parse(parameters.text("text"));
  options.most_words = parameters.integer("max-words");
  const PairKernelOptions kernel = kernel_options(parameters);
  const TypingScheme& types = kernel.types;
  const bool overlap = uses(kernel.terms, KernelTerm::Kind::overlap);
  const std::string& tags = parameters.text("tags");
  options.given = tags == "given" || parameters.text("entities") == "given";
  if ((tags == "tagger") != parameters.has("tagger"))
    throw Error(ErrorCode::usage, "--tagger", "a tagger and --tags tagger go together", "give both or neither");
  if ((parameters.text("entities") == "tagger") != parameters.has("entity-tagger"))
    throw Error(ErrorCode::usage, "--entity-tagger", "a tagger of names and --entities tagger go together",
                "give both or neither");
  if (types.uses(WordType::id) && !options.given) {
    const std::string directory = parameters.has("wordnet") ? parameters.text("wordnet") : debian_wordnet;
    if (tags == "wordnet") options.tagger = std::make_shared<TagDictionary>(TagDictionary::read(directory, run));
    if (tags == "tagger") options.tagger = load_tagger_file(parameters.text("tagger"));
    if (tags == "none") run.observer->warn("no tags: the type id is idMinusTag");
  }
  if ((types.uses(WordType::ne) || overlap) && !options.given) {
    if (parameters.text("entities") == "tagger") options.namer = load_tagger_file(parameters.text("entity-tagger"));
    if (parameters.text("entities") == "none" && types.uses(WordType::ne))
      run.observer->warn("no entities: the type ne relates nothing");
    if (parameters.text("entities") == "rules")
      options.entities = std::make_shared<EntityRules>(
          parameters.has("entity-list") ? EntityRules::with_list(parameters.text("entity-list")) : EntityRules());
  }
  return options;
}

PairKernelOptions kernel_options(const Parameters& parameters) {
  PairKernelOptions options = kernel_options(parameters.text("kernel"), parameters.text("types"),
                                             parameters.text("wiring"), parameters.flag("both-ways"));
  for (const KernelTerm::Kind ours : {KernelTerm::Kind::overlap, KernelTerm::Kind::lone})
    if (is_as_published(parameters) && uses(options.terms, ours))
      throw Error(ErrorCode::usage, "--kernel", fmt::format("the paper has no kernel {}", name_of({ours})),
                  "with --as-published, add up pr, idf, srk:K and tesrk:K: pr+srk:1-4");
  return options;
}

TypeSources type_sources(const Parameters& parameters, const PairKernelOptions& kernel,
                         const std::vector<SentencePair>& pairs, const Run& run) {
  require(parameters, kernel, WordType::list, "word-list");
  require(parameters, kernel, WordType::neighbour, "vectors");
  TypeSources sources;
  sources.stemmer = parameters.text("stemmer");
  sources.tagged = parameters.text("tags") != "none";
  if (kernel.types.uses_wordnet()) {
    const Stage stage(*run.observer, "reading WordNet");
    const std::string directory = parameters.has("wordnet") ? parameters.text("wordnet") : debian_wordnet;
    sources.senses = SenseTable::from(WordNet::read(directory, run), parameters.integer("senses"));
  }
  if (parameters.real("wildcard-share") < 1) sources.fixed = frequent_words(pairs, parameters.real("wildcard-share"));
  if (kernel.types.uses(WordType::list)) sources.list = WordGroups::read(parameters.text("word-list"));
  if (kernel.types.uses(WordType::neighbour)) {
    std::set<std::string> words;
    for (const SentencePair& pair : pairs)
      for (const Sentence* sentence : {&pair.left, &pair.right})
        for (const TaggedWord& word : *sentence) words.insert(word.word);
    sources.neighbours =
        neighbour_groups(read_word_vectors(parameters.text("vectors"), run), {words.begin(), words.end()},
                         parameters.integer("neighbours"), parameters.real("nearness"), run);
  }
  return sources;
}

std::vector<SvmOptions> svm_trials(const Parameters& parameters, const std::vector<int>& labels) {
  const auto positives = static_cast<double>(std::count(labels.begin(), labels.end(), 1));
  const std::string& weights = parameters.text("positive-weight");
  const std::vector<double> factors =
      weights == "balanced" ? std::vector<double>{(static_cast<double>(labels.size()) - positives) / positives}
                            : positive_numbers("--positive-weight", weights);
  std::vector<SvmOptions> trials;
  for (const double factor : factors)
    for (const double c : positive_numbers("--c", parameters.text("c"))) trials.push_back({c, factor});
  return trials;
}

SentenceOptions saved_sentence_options(const ModelFile& file) {
  SentenceOptions options;
  options.text = TextPipeline::parse(file.parameter("text"));
  const std::string& most = file.parameter("max-words");
  if (std::from_chars(most.data(), most.data() + most.size(), options.most_words).ec != std::errc() ||
      options.most_words < 1)
    throw Error(ErrorCode::model, file.path(), "max-words makes no sense", "fit the model again");
  options.given = file.parameter("tags") == "given" || file.parameter("entities") == "given";
  load_sentence_options(file, options);
  return options;
}

PairKernelOptions saved_kernel_options(const ModelFile& file) {
  Stemmer(file.parameter("stemmer"));  // known here?
  return kernel_options(file.parameter("kernel"), file.parameter("types"), file.parameter("wiring"),
                        file.parameter("both-ways") == "true");
}

}  // namespace couplet
