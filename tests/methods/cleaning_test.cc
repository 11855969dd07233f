// A cleaner of parallel text, fitted and used.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "couplet/methods/cleaning/cleaner.h"
#include "tests/methods/cleaning_samples.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

/// The share of (good, bad) pairs that are in the right order.
double ordered_share(const std::vector<double>& scores, const std::vector<int>& wrong) {
  double right = 0, all = 0;
  for (std::size_t i = 0; i < scores.size(); ++i)
    for (std::size_t j = 0; j < scores.size(); ++j)
      if (wrong[i] == 0 && wrong[j] == 1) {
        ++all;
        right += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
      }
  return right / all;
}

}  // namespace

TEST_CASE("a cleaner finds what was spoilt in the pairs it learns from") {
  const TemporaryDirectory directory;
  std::vector<int> wrong;
  const TextPairs pairs = spoilt_corpus(490, wrong);
  const std::string file = directory.put("pairs.tsv", tsv_of(pairs));
  Run one, three;
  one.pool = Pool(1);
  three.pool = Pool(3);
  const Fitted fitted = fit_method("cleaner", {file}, {}, one);
  const std::vector<double> scores = scores_of(*fitted.model, pairs);
  CHECK(ordered_share(scores, wrong) > 0.97);
  int found = 0, alarms = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) (wrong[i] ? found : alarms) += scores[i] < 0;
  CHECK(found >= 58);
  CHECK(alarms <= 17);

  {  // threads change no byte, and a saved model scores the same
    CHECK(saved_bytes(directory, *fitted.model) ==
          saved_bytes(directory, *fit_method("cleaner", {file}, {}, three).model));
    CHECK(scores_of(*reloaded(directory, *fitted.model), pairs) == scores);
  }
  {  // labels are learned from
    std::string tsv;
    for (std::size_t i = 0; i < 490; ++i)
      tsv += pairs.left[i] + "\t" + pairs.right[i] + "\t" + (i < 300 ? wrong[i] ? "0" : "1" : "") + "\n";
    const Fitted taught = fit_method("cleaner", {directory.put("labelled.tsv", tsv)}, {{"label", "3"}}, one);
    CHECK(report_of(taught, "labelled pairs") == "300");
    CHECK(ordered_share(scores_of(*taught.model, pairs), wrong) > 0.97);
    const std::string same = directory.put("same.tsv", "a b\tc d\t1\n");
    CHECK_THROWS_AS(fit_method("cleaner", {same}, {{"label", "3"}}, one), Error);
  }
  {  // the share of wrong pairs has an interval, which is kept
    const ShareOfWrong share = dynamic_cast<const CleanerModel&>(*fitted.model).parts().share;
    CHECK(share.low < 1.0 / 7);
    CHECK(share.high > 1.0 / 7);
    CHECK(share.low <= share.wrong);
    CHECK(share.wrong <= share.high);
    CHECK(dynamic_cast<const CleanerModel&>(*reloaded(directory, *fitted.model)).parts().share.high == share.high);
  }
  {  // scores from elsewhere: worth what the other clues say of pairs with such scores; none is neither good nor bad
    std::string tsv;
    Random random(4);
    for (std::size_t i = 0; i < 490; ++i)
      tsv += pairs.left[i] + "\t" + pairs.right[i] + "\t" +
             (i == 1 ? "" : std::to_string((wrong[i] ? 0 : 2) + random.uniform())) + "\n";
    const Fitted told = fit_method("cleaner", {directory.put("scored.tsv", tsv)}, {{"outside", "3"}}, one);
    const auto& cleaner = dynamic_cast<const CleanerModel&>(*told.model);
    CHECK(cleaner.knows_outside_scores());
    CHECK(!dynamic_cast<const CleanerModel&>(*fitted.model).knows_outside_scores());
    PairBatch same;
    same.left.texts.assign(3, pairs.left[1]);
    same.right.texts.assign(3, pairs.right[1]);
    const std::vector<double> outside = {0.1, NAN, 2.9};
    const auto judged = cleaner.clean(same, one, outside);
    CHECK(judged[0].log_odds < judged[1].log_odds - 1);
    CHECK(judged[0].worst == Clue::outside);
    CHECK(judged[2].log_odds >= judged[1].log_odds);
    CHECK(cleaner.clean(same, one)[0].log_odds == judged[1].log_odds);
    CHECK_THROWS_WITH_AS(fit_method("cleaner", {directory.put("words.tsv", tsv_of(pairs) + "a b\tc d\tmuch\n")},
                                    {{"outside", "3"}}, one),
                         doctest::Contains("words.tsv"), Error);
  }
  {  // parts add up to the score
    const auto why = capability<ExplainsPairs>(*fitted.model).explain(pairs.left[7], pairs.right[7], Run());
    double sum = 0;
    for (const Reason& reason : why.reasons) sum += reason.value;
    CHECK(sum == doctest::Approx(why.score));
    CHECK(why.score == doctest::Approx(scores[7]));
    CHECK(capability<GivesProbabilities>(*fitted.model).probability(0) == 0.5);
  }
}
