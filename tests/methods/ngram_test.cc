#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <filesystem>

#include "couplet/methods/ngram/arpa.h"
#include "couplet/methods/ngram/ngram_model.h"
#include "couplet/methods/registry.h"
#include "couplet/model/container.h"
#include "tests/base/expect_error.h"
#include "tests/base/threads.h"
#include "tests/methods/language_samples.h"

using namespace couplet;

namespace {

const NgramModel& ngrams(const Fitted& fitted) { return dynamic_cast<const NgramModel&>(*fitted.model); }

/// Interpolated modified Kneser-Ney from the definition, over maps: the slow and obvious way.
class ObviousKneserNey {
 public:
  using Words = std::vector<std::string>;

  ObviousKneserNey(const std::string& text, int order) : order_(order) {
    std::string word;
    Words sentence{"<s>"};
    std::map<Words, std::map<std::string, double>> counts[8];
    const auto take = [&](const std::string& next) {
      vocabulary_[next] = 1;
      for (int n = 1; n <= order; ++n)
        if (static_cast<int>(sentence.size()) >= n - 1)
          ++counts[n][Words(sentence.end() - (n - 1), sentence.end())][next];
      sentence.push_back(next);
    };
    for (const char c : text) {
      if (c != ' ' && c != '\n') {
        word += c;
        continue;
      }
      take(word);
      word.clear();
      if (c != '\n') continue;
      take("</s>");
      sentence = {"<s>"};
    }
    for (int n = 1; n <= order; ++n)
      for (const auto& [history, followers] : counts[n])
        for (const auto& [next, count] : followers) {
          if (n == order || (!history.empty() && history[0] == "<s>")) {
            counts_[n][history][next] = count;
          }
          if (n > 1) ++counts_[n - 1][Words(history.begin() + 1, history.end())][next];
        }
    // Those that begin a sentence have no word before them; everything else is counted by the words before it.
    for (int n = 1; n <= order; ++n) discount(n);
  }

  double chance(Words history, const std::string& word) const {
    while (static_cast<int>(history.size()) >= order_) history.erase(history.begin());
    return chance(static_cast<int>(history.size()) + 1, history, word);
  }

 private:
  void discount(int n) {
    double of[5] = {};
    for (const auto& [history, followers] : counts_[n])
      for (const auto& [next, count] : followers)
        if (count <= 4) ++of[static_cast<int>(count)];
    const double y = of[1] / (of[1] + 2 * of[2]);
    bool usual = true;
    for (int r = 1; r <= 3; ++r) {
      discounts_[n][r] = r - (r + 1) * y * of[r + 1] / of[r];
      usual = usual && discounts_[n][r] > 0 && discounts_[n][r] < r;
    }
    if (!usual)
      for (int r = 1; r <= 3; ++r) discounts_[n][r] = 0.5 * r;
  }
  double off(int n, double count) const { return discounts_[n][std::min(3, static_cast<int>(count))]; }

  double chance(int n, const Words& history, const std::string& word) const {
    if (n == 0) return 1.0 / static_cast<double>(vocabulary_.size() + 1);  // <unk> is one more
    const Words shorter = n > 1 ? Words(history.begin() + 1, history.end()) : Words{};
    const double lower = chance(n - 1, shorter, word);
    const auto at = counts_[n].find(history);
    if (at == counts_[n].end()) return lower;
    double total = 0, taken = 0, own = 0;
    for (const auto& [next, count] : at->second) {
      total += count;
      taken += off(n, count);
      if (next == word) own = count - off(n, count);
    }
    return own / total + taken / total * lower;
  }

  int order_;
  std::map<std::string, int> vocabulary_;
  std::map<Words, std::map<std::string, double>> counts_[8];
  double discounts_[8][4] = {};
};

}  // namespace

TEST_CASE("modified Kneser-Ney is what its definition says") {
  const TemporaryDirectory place;
  const std::string text = made_up_text(400, 120);
  const std::string path = put(place / "text", text);
  for (const int order : {1, 2, 3, 4}) {
    const Fitted fitted = fit_method("ngram", {path}, {{"order", std::to_string(order)}}, Run());
    const ObviousKneserNey obvious(text, order);
    const std::string sentence = "w3 w9 w28 w84 w1 w0 w119";
    const auto scores = ngrams(fitted).score_sentences({&sentence, 1}, true, Run())[0].detail;
    std::vector<std::string> history{"<s>"};
    for (const WordScore& word : scores) {
      CHECK(word.log10 == doctest::Approx(std::log10(obvious.chance(history, word.word))).epsilon(1e-5));
      history.push_back(word.word);
    }
  }
}

TEST_CASE("probabilities add up to one after any history") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", made_up_text(300, 30));
  for (const Options& options : {Options{{"smoothing", "kn"}}, Options{{"smoothing", "gt"}},
                                 Options{{"smoothing", "absolute"}}, Options{{"smoothing", "kn"}, {"cutoffs", "1,1,2"}},
                                 Options{{"smoothing", "gt"}, {"cutoffs", "1,2"}, {"min-count", "20"}},
                                 Options{{"smoothing", "kn"}, {"prune", "1e-4"}}, Options{{"order", "6"}}}) {
    const Fitted fitted = fit_method("ngram", {path}, options, Run());
    Random random(3);
    for (int i = 0; i < 100; ++i) {
      std::vector<std::int32_t> history;
      for (std::int64_t length = random.below(6); length > 0; --length)
        history.push_back(
            static_cast<std::int32_t>(first_word + random.below(ngrams(fitted).words().size() - first_word)));
      CHECK(sum_of_powers(ngrams(fitted).next_words(history, Run())) == doctest::Approx(1).epsilon(1e-6));
    }
  }
}

TEST_CASE("counting on disk and any number of threads give the same model") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", made_up_text(2000, 40));
  const auto bytes = [&](const Run& run, const std::string& name) {
    save_model(*fit_method("ngram", {path}, {}, run).model, place / name);
    return content_of(place / name);
  };
  const std::string one = bytes(with_threads(1), "one");
  CHECK(bytes(with_threads(3), "three") == one);
  Run small;
  small.memory = MemoryBudget(400000);
  const Fitted fitted = fit_method("ngram", {path}, {}, small);
  CHECK(fitted.report.find("runs on disk"));
  save_model(*fitted.model, place / "small");
  CHECK(content_of(place / "small") == one);
}

TEST_CASE("a model survives the file, and broken files are refused") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", made_up_text(100, 10));
  const Fitted fitted = fit_method("ngram", {path}, {{"order", "3"}}, Run());
  save_model(*fitted.model, place / "model");
  const auto loaded = load_model(place / "model", all_methods());
  CHECK(run_self_test(*loaded) == 0);
  ModelWriter writer(fitted.model->header());
  const NgramModel& model = ngrams(fitted);
  model.LanguageModel::write(writer);
  std::vector<std::int32_t> words(model.words().size(), 0);
  const auto size = static_cast<std::int64_t>(words.size());
  writer.add("ngram.1.words", std::move(words), {size});
  writer.add("ngram.1.log10", std::vector<float>(size, -1), {size});
  writer.write(place / "broken");
  expect_error(ErrorCode::model,
               place / "broken" + ": tensor 'ngram.1.words': element 1 is no word; fit the model again",
               [&] { load_model(place / "broken", all_methods()); });
}

TEST_CASE("ARPA out and in again is the same model, also compressed") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", made_up_text(200, 15));
  for (const char* smoothing : {"kn", "gt"}) {
    const Fitted fitted = fit_method("ngram", {path}, {{"smoothing", smoothing}, {"order", "3"}}, Run());
    for (const char* name : {"model.arpa", "model.arpa.gz"}) {
      capability<HasNgrams>(*fitted.model).write_arpa(place / name, Run());
      CHECK(is_arpa_file(place / name));
      const Fitted again = fit_method("ngram", {place / name}, {}, Run());
      const std::string sentence = "w1 w3 w9 unheard w14 w2 w6";
      const double before = ngrams(fitted).score_sentences({&sentence, 1}, false, Run())[0].log10;
      CHECK(ngrams(again).score_sentences({&sentence, 1}, false, Run())[0].log10 ==
            doctest::Approx(before).epsilon(1e-5));
    }
    CHECK(content_of(place / "model.arpa").size() > content_of(place / "model.arpa.gz").size());
  }
}

TEST_CASE("bad ARPA files name the line") {
  const TemporaryDirectory place;
  const std::string unigrams = "\\1-grams:\n-1\ta\t-0.3\n-1\tb\n-1\t</s>\n-99\t<s>\t-0.2\n\n";
  const auto read = [&](const std::string& text) {
    const std::string path = put(place / "a.arpa", text);
    return read_arpa(path, Run());
  };
  const std::string where = place / "a.arpa";
  CHECK(read("\\data\\\nngram 1=4\nngram 2=1\n\n" + unigrams + "\\2-grams:\n-0.5\ta b\n\n\\end\\\n").added == 0);
  expect_error(ErrorCode::data, where + ":5: 4 1-grams, but the header says 5; is it a whole ARPA file?",
               [&] { read("\\data\\\nngram 1=5\nngram 2=1\n\n" + unigrams + "\\2-grams:\n-0.5\ta b\n\n\\end\\\n"); });
  expect_error(ErrorCode::data, where + ":12: a back-off weight in the last order; is it a whole ARPA file?", [&] {
    read("\\data\\\nngram 1=4\nngram 2=1\n\n" + unigrams + "\\2-grams:\n-0.5\ta b\t-1\n\n\\end\\\n");
  });
  expect_error(ErrorCode::data, where + ":12: 'c' is not among the 1-grams; is it a whole ARPA file?",
               [&] { read("\\data\\\nngram 1=4\nngram 2=1\n\n" + unigrams + "\\2-grams:\n-0.5\ta c\n\n\\end\\\n"); });
  expect_error(ErrorCode::data, where + ":12: log10 of a probability 0.5 is above 0; is it a whole ARPA file?",
               [&] { read("\\data\\\nngram 1=4\nngram 2=1\n\n" + unigrams + "\\2-grams:\n0.5\ta b\n\n\\end\\\n"); });
  expect_error(ErrorCode::data, where + ":13: a 2-gram a second time; write the model again with its tool", [&] {
    read("\\data\\\nngram 1=4\nngram 2=2\n\n" + unigrams + "\\2-grams:\n-0.5\ta b\n-0.5\ta b\n\n\\end\\\n");
  });
  expect_error(ErrorCode::data,
               where + ":16: a 3-gram whose history is not among the 2-grams; write the model again with its tool",
               [&] {
                 read("\\data\\\nngram 1=4\nngram 2=1\nngram 3=1\n\n" + unigrams +
                      "\\2-grams:\n-0.5\ta b\n\n\\3-grams:\n-0.5\tb b a\n\n\\end\\\n");
               });
  expect_error(ErrorCode::data,
               where + ":3: '\\2-grams:' where \\1-grams: should be; the sections must come in order, each once",
               [&] { read("\\data\\\nngram 1=4\n\\2-grams:\n"); });
}

TEST_CASE("an n-gram without its suffix gets one by backing off") {
  const TemporaryDirectory place;
  const std::string path = put(place / "a.arpa",
                               "\\data\\\nngram 1=4\nngram 2=1\nngram 3=1\n\n\\1-grams:\n-1\ta\t-0.3\n-1.5\tb\t-0.1\n"
                               "-1\t</s>\n-99\t<s>\t-0.2\n\n\\2-grams:\n-0.5\ta b\t-0.25\n\n\\3-grams:\n-0.1\ta b a\n\n"
                               "\\end\\\n");
  const Fitted fitted = fit_method("ngram", {path}, {{"text", "space"}}, Run());
  // log10 P(a b a) : P(a | <s>) = -0.2 - 1, P(b | a) = -0.5, P(a | a b) = -0.1, P(</s> | b a) = bo(b a) bo(a) P(</s>).
  const std::string sentence = "a b a";
  CHECK(ngrams(fitted).score_sentences({&sentence, 1}, false, Run())[0].log10 ==
        doctest::Approx(-1.2 - 0.5 - 0.1 - 0.3 - 1).epsilon(1e-6));
  const std::string other = "b a";  // P(b | <s>) = -0.2 - 1.5, P(a | b) = -0.1 - 1, </s>: -0.3 - 1
  CHECK(ngrams(fitted).score_sentences({&other, 1}, false, Run())[0].log10 == doctest::Approx(-4.1).epsilon(1e-6));
}

TEST_CASE("ten sentences are enough for every order and smoothing, with a warning") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", "a b\nb a\na a\nc\nd e f\nf e d\na\nb\nc c c c\na b c d e f\n");
  for (const char* smoothing : {"kn", "gt", "absolute"})
    for (const char* order : {"1", "3", "6"}) {
      Warnings warnings;
      Run run;
      run.observer = &warnings;
      const Fitted fitted = fit_method("ngram", {path}, {{"smoothing", smoothing}, {"order", order}}, run);
      CHECK(!warnings.messages.empty());
      CHECK(sum_of_powers(ngrams(fitted).next_words({}, Run())) == doctest::Approx(1).epsilon(1e-6));
    }
}

TEST_CASE("texts that cannot be used") {
  const TemporaryDirectory place;
  const std::string empty = put(place / "empty", "\n \n");
  expect_error(ErrorCode::data, empty + ": no word in the text; give text, a sentence or paragraph a line",
               [&] { fit_method("ngram", {empty}, {}, Run()); });
  const std::string text = put(place / "text", "a b c\n");
  expect_error(ErrorCode::usage,
               "--cutoffs: '2,1' falls with the order; a long n-gram cannot stay without the short ones in it", [&] {
                 fit_method("ngram", {text}, {{"cutoffs", "2,1"}}, Run());
               });
  std::string line;
  for (int i = 0; i < 1000000; ++i) line += "a ";
  const Fitted fitted = fit_method("ngram", {put(place / "long", line)}, {{"order", "2"}}, Run());
  CHECK(ngrams(fitted).header().data_rows == 1000000);
}

TEST_CASE("pruning takes out what matters least and keeps histories") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", made_up_text(500, 25));
  const Fitted whole = fit_method("ngram", {path}, {{"order", "3"}}, Run());
  const Fitted light = fit_method("ngram", {path}, {{"order", "3"}, {"prune", "1e-5"}}, Run());
  const Fitted heavy = fit_method("ngram", {path}, {{"order", "3"}, {"prune", "1e-3"}}, Run());
  CHECK(ngrams(light).table().size(3) < ngrams(whole).table().size(3));
  CHECK(ngrams(heavy).table().size(3) < ngrams(light).table().size(3));
  const std::string sentence = "w1 w3 w9 w4 w12";
  const auto score = [&](const Fitted& fitted) {
    return ngrams(fitted).score_sentences({&sentence, 1}, false, Run())[0].log10;
  };
  CHECK(std::abs(score(light) - score(whole)) < std::abs(score(heavy) - score(whole)) + 1);
}

TEST_CASE("numbers packed into few bits come back") {
  for (const int bits : {1, 3, 8, 17, 32}) {
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    const auto value = [&](std::int64_t i) { return static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15u >> 13 & mask; };
    const std::vector<std::int64_t> words = pack_integers(1000, bits, value);
    CHECK(std::ssize(words) == PackedIntegers::words_for(1000, bits));
    const PackedIntegers packed(words, bits);
    for (std::int64_t i = 0; i < 1000; ++i) REQUIRE(packed[i] == value(i));
  }
}

TEST_CASE("ends of children are found again, of nodes without any too") {
  const std::vector<std::int64_t> counts = {0, 3, 0, 0, 200, 1, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 65, 0};
  std::vector<std::int64_t> bits(8, 0);
  std::int64_t at = 0;
  for (const std::int64_t count : counts) {
    at += count;
    bits[at >> 6] |= static_cast<std::int64_t>(std::uint64_t{1} << (at & 63));
    ++at;
  }
  const ChildEnds ends(bits);
  CHECK(ends.nodes() == std::ssize(counts));
  CHECK(ends.all_children() == 278);
  std::int64_t begin = 0;
  for (std::size_t node = 0; node < counts.size(); begin += counts[node++])
    CHECK(ends.children(static_cast<std::int64_t>(node)) == std::pair(begin, begin + counts[node]));
}

TEST_CASE("a book holds 0, and the values nearest to what is coded") {
  std::vector<std::uint32_t> codes;
  const std::vector<float> numbers = {-4, -4.2F, -1, -1, -0.001F, 0, 0, 0.5F};
  const std::vector<float> book = learn_book(numbers, 3, codes);
  REQUIRE(book.size() == 8);
  CHECK(book[codes[5]] == 0);
  CHECK(book[codes[4]] != 0);  // only what is 0 is taken for it
  for (std::size_t i = 0; i < numbers.size(); ++i) CHECK(std::abs(book[codes[i]] - numbers[i]) < 0.11);
  const std::vector<float> two = learn_book(numbers, 2, codes);  // three values beside 0
  CHECK(two[codes[0]] == two[codes[1]]);
  CHECK(learn_book({}, 2, codes) == std::vector<float>(4, 0.0F));
}

TEST_CASE("a quantised model says nearly the same, in a smaller file") {
  const TemporaryDirectory place;
  const std::string path = put(place / "text", made_up_text(3000, 200));
  const Fitted exact = fit_method("ngram", {path}, {{"order", "3"}}, Run());
  const Fitted small = fit_method("ngram", {path}, {{"order", "3"}, {"quantise", "8"}}, Run());
  const Fitted rough = fit_method("ngram", {path}, {{"order", "3"}, {"quantise", "2"}}, Run());
  const std::string sentence = "w1 w3 w9 w4 w12 w100 w55 w7";
  const auto score = [&](const NgramModel& model) { return model.score_sentences({&sentence, 1}, true, Run())[0]; };
  const SentenceScore was = score(ngrams(exact)), is = score(ngrams(small));
  CHECK(is.log10 == doctest::Approx(was.log10).epsilon(0.003));
  CHECK(is.log10 != was.log10);
  CHECK(std::abs(score(ngrams(rough)).log10 - was.log10) > std::abs(is.log10 - was.log10));
  for (std::size_t i = 0; i < was.detail.size(); ++i) CHECK(is.detail[i].span == was.detail[i].span);
  CHECK(sum_of_powers(ngrams(small).next_words({}, Run())) == doctest::Approx(1).epsilon(0.01));
  for (int n = 1; n <= 3; ++n) CHECK(ngrams(small).table().size(n) == ngrams(exact).table().size(n));

  save_model(*small.model, place / "small.couplet");
  save_model(*exact.model, place / "exact.couplet");
  CHECK(std::filesystem::file_size(place / "small.couplet") < std::filesystem::file_size(place / "exact.couplet") / 2);
  const auto loaded = load_model(place / "small.couplet", all_methods());
  CHECK(run_self_test(*loaded) == 0);
  CHECK(score(dynamic_cast<const NgramModel&>(*loaded)).log10 == is.log10);
  // Through ARPA: the same numbers again.
  dynamic_cast<const NgramModel&>(*loaded).write_arpa(place / "small.arpa", Run());
  const Fitted again = fit_method("ngram", {place / "small.arpa"}, {}, Run());
  CHECK(score(ngrams(again)).log10 == doctest::Approx(is.log10).epsilon(1e-6));
  expect_error(ErrorCode::usage, "--quantise: 1 bit tells two numbers apart; write 2 to 8, or 0", [&] {
    fit_method("ngram", {path}, {{"quantise", "1"}}, Run());
  });
}
