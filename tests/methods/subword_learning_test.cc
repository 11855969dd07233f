#include "couplet/methods/vectors/subword_learning.h"

#include <doctest/doctest.h>

#include "couplet/base/random.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "tests/base/threads.h"

using namespace couplet;

namespace {

Fitted fit_sgns(const Source& text, std::map<std::string, std::string> given) {
  const Method& method = find_method(all_methods(), "sgns");
  given.insert({{"dimensions", "4"}, {"min-count", "1"}});
  return fit_model(method, text, Parameters::resolve(method.parameters, given), all_methods(), Run());
}

constexpr std::int64_t parts = 6;

/// Words of a stem and an ending, whose vectors are the sum of those of the parts; some are left out.
struct MadeUpWords {
  Vocabulary words;
  std::vector<float> values;
  std::vector<std::pair<std::string, std::vector<float>>> left_out;

  MadeUpWords() {
    constexpr const char* stems[] = {"garden",  "mountain", "silver", "thunder",
                                     "whisper", "lantern",  "copper", "harvest"};
    constexpr const char* endings[] = {"ness", "ing", "like", "ward", "less"};
    Random random(5);
    const auto vector = [&] {
      std::vector<float> made(parts);
      for (float& value : made) value = static_cast<float>(random.normal());
      return made;
    };
    std::vector<std::vector<float>> of_endings;
    for (std::size_t e = 0; e < std::size(endings); ++e) of_endings.push_back(vector());
    for (std::size_t s = 0; s < std::size(stems); ++s) {
      const std::vector<float> of_stem = vector();
      for (std::size_t e = 0; e < std::size(endings); ++e) {
        std::vector<float> sum = of_stem;
        for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += of_endings[e][k];
        const std::string word = std::string(stems[s]) + endings[e];
        if ((s + e) % 5 == 0) {
          left_out.emplace_back(word, sum);
        } else {
          words.add(word);
          values.insert(values.end(), sum.begin(), sum.end());
        }
      }
    }
  }
  std::shared_ptr<const WordVectors> vectors() const {
    return std::make_shared<const WordVectors>(words, parts, values, std::nullopt, nullptr);
  }
};

double cosine(std::span<const float> a, std::span<const float> b) {
  double ab = 0, aa = 0, bb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += static_cast<double>(a[i] * b[i]);
    aa += static_cast<double>(a[i] * a[i]);
    bb += static_cast<double>(b[i] * b[i]);
  }
  return ab / std::sqrt(aa * bb);
}

}  // namespace

TEST_CASE("learned subwords: words that were left out get nearly their vectors, the others keep theirs") {
  const MadeUpWords made;
  const auto learned = with_learned_subwords(made.vectors(), 5000, Run());
  REQUIRE(learned->subwords());
  CHECK(learned->subwords()->buckets == 5000);
  CHECK(std::ranges::equal(learned->values(), made.values));
  std::vector<float> found(parts);
  double sum = 0;
  for (const auto& [word, vector] : made.left_out) {
    REQUIRE(learned->find(word, found));
    sum += cosine(found, vector);
  }
  CHECK(made.left_out.size() == 8);
  CHECK(sum / 8 > 0.85);
  const auto three = with_learned_subwords(made.vectors(), 5000, with_threads(3));
  CHECK(std::ranges::equal(three->subwords()->values, learned->subwords()->values));
}

TEST_CASE("learned subwords: in a model, saved and loaded") {
  const Source text = texts_in_memory({"the walker walked along the garden wall", "a gardener walks in the old garden",
                                       "the old walls of the garden", "she walked and the gardener walked"});
  const Fitted fitted = fit_sgns(text, {{"subwords", "300"}});
  CHECK(fitted.report.find("subwords"));
  ModelWriter writer(fitted.model->header());
  fitted.model->write(writer);
  const auto loaded = load_model_bytes(writer.encoded(), all_methods());
  const FoundWord unknown = dynamic_cast<const HasVectors&>(*loaded).find_word("gardening");
  CHECK(unknown.way == "subwords");
  CHECK(unknown.vector.size() == 4);
  const Fitted plain = fit_sgns(text, {});
  CHECK(dynamic_cast<const HasVectors&>(*plain.model).find_word("gardening").way.empty());
}
