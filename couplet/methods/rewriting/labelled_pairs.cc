#include "couplet/methods/rewriting/labelled_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/text/binary_label.h"
#include "couplet/text/grade.h"
#include "couplet/text/pair_reader.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

namespace {

std::int64_t count_contradictions(const LabelledPairs& pairs) {
  std::map<std::pair<std::string_view, std::string_view>, std::set<int>> labels;
  for (std::size_t i = 0; i < pairs.left.size(); ++i) labels[{pairs.left[i], pairs.right[i]}].insert(pairs.labels[i]);
  return std::count_if(labels.begin(), labels.end(), [](const auto& entry) { return entry.second.size() > 1; });
}

/// The texts that are graded for one query are its group, where there are several queries.
void group_by_query(LabelledPairs& pairs, Vocabulary& groups) {
  for (const std::string& query : pairs.left) pairs.groups.push_back(groups.add(query));
  if (groups.size() < 2) pairs.groups.clear();
}

}  // namespace

LabelledPairs read_labelled_pairs(Source files, const std::string& label, const std::string& group,
                                  const SentenceOptions& options, const Run& run, const PairReading& reading) {
  files.further = {label};
  if (!group.empty()) files.further.push_back(group);
  PairReader reader(files);
  SentenceReader sentences(options);
  LabelledPairs pairs;
  Vocabulary groups;
  std::vector<std::string> labels;
  Fingerprint fingerprint;
  Stage stage(*run.observer, "reading pairs", reader.size(), files.unit());
  TextPair pair;
  const bool skip = files.on_bad_line == BadLine::skip;
  while (reader.next(pair)) {
    const auto bad = [&](const std::string& problem, const std::string& remedy) {
      if (!skip) throw Error(ErrorCode::data, reader.place(), problem, remedy);
      ++pairs.skipped;
    };
    if (reading.grades ? !grade_of(pair.extra[0]) : !reading.any_label && !binary_label(pair.extra[0])) {
      bad(reading.grades ? label_problem(pair.extra[0], "0, 1 or a grade up to 100") : label_problem(pair.extra[0]),
          "choose the column with --label");
      continue;
    }
    if (reading.grades) pair.extra[0] = fmt::format("{}", *grade_of(pair.extra[0]));
    bool left_cut = false, right_cut = false;
    SentencePair read{sentences.read(pair.left, left_cut), sentences.read(pair.right, right_cut)};
    if (read.left.empty() || read.right.empty()) {
      bad("a sentence without words", "leave such pairs out with --on-bad-line skip");
      continue;
    }
    pairs.cut += left_cut + right_cut;
    for (const std::string* text : {&pair.left, &pair.right, &pair.extra[0]}) {
      fingerprint.add(*text);
      fingerprint.add("\n");
    }
    if (!group.empty()) {
      fingerprint.add(pair.extra[1]);
      pairs.groups.push_back(groups.add(pair.extra[1]));
    }
    labels.push_back(std::move(pair.extra[0]));
    pairs.labels.push_back(0);
    if (reading.keep_sentences) pairs.sentences.push_back(std::move(read));
    pairs.left.push_back(std::move(pair.left));
    pairs.right.push_back(std::move(pair.right));
    if (pairs.labels.size() % 256 == 0) {
      stage.advance_to(reader.position());
      run.stop->check();
    }
  }
  if (pairs.labels.empty()) throw Error(ErrorCode::data, files.name(), "no pairs in it", "give pairs of both labels");
  const auto before = [&](const std::string& a, const std::string& b) {
    return reading.grades ? *grade_of(a) < *grade_of(b) : a < b;
  };
  const std::set<std::string, decltype(before)> known(labels.begin(), labels.end(), before);
  constexpr std::size_t most_grades = 10;
  if (reading.grades && known.size() > most_grades)
    throw Error(ErrorCode::data, files.name(), fmt::format("{} different grades", known.size()),
                fmt::format("choose the column of grades with --label; there may be {}", most_grades));
  if (known.size() == 1)
    throw Error(ErrorCode::data, files.name(), "every label is " + *known.begin(),
                "there is nothing to tell apart: give pairs of both labels");
  pairs.names.assign(known.begin(), known.end());
  for (std::size_t i = 0; i < labels.size(); ++i)
    pairs.labels[i] = static_cast<int>(std::distance(known.begin(), known.find(labels[i])));
  if (reading.grades && group.empty() && pairs.names.size() > 2) group_by_query(pairs, groups);
  pairs.group_count = groups.size();
  pairs.skipped += reader.skipped();
  pairs.contradictions = count_contradictions(pairs);
  pairs.fingerprint = fingerprint.value();
  return pairs;
}

}  // namespace couplet
