#include "couplet/methods/rewriting/labelled_pairs.h"

#include <algorithm>
#include <map>
#include <set>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/text/binary_label.h"
#include "couplet/text/pair_reader.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

namespace {

std::int64_t count_contradictions(const LabelledPairs& pairs) {
  std::map<std::pair<std::string_view, std::string_view>, std::set<int>> labels;
  for (std::size_t i = 0; i < pairs.left.size(); ++i) labels[{pairs.left[i], pairs.right[i]}].insert(pairs.labels[i]);
  return std::count_if(labels.begin(), labels.end(), [](const auto& entry) { return entry.second.size() > 1; });
}

}  // namespace

LabelledPairs read_labelled_pairs(Source files, const std::string& label, const std::string& group,
                                  const SentenceOptions& options, const Run& run) {
  files.further = {label};
  if (!group.empty()) files.further.push_back(group);
  PairReader reader(files);
  SentenceReader sentences(options);
  LabelledPairs pairs;
  Vocabulary groups;
  Fingerprint fingerprint;
  Stage stage(*run.observer, "reading pairs", reader.size(), files.unit());
  TextPair pair;
  const bool skip = files.on_bad_line == BadLine::skip;
  while (reader.next(pair)) {
    const auto bad = [&](const std::string& problem, const std::string& remedy) {
      if (!skip) throw Error(ErrorCode::data, reader.place(), problem, remedy);
      ++pairs.skipped;
    };
    const std::optional<bool> label_here = binary_label(pair.extra[0]);
    if (!label_here) {
      bad(label_problem(pair.extra[0]), "choose the column with --label");
      continue;
    }
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
    pairs.labels.push_back(*label_here);
    pairs.sentences.push_back(std::move(read));
    pairs.left.push_back(std::move(pair.left));
    pairs.right.push_back(std::move(pair.right));
    if (pairs.labels.size() % 256 == 0) {
      stage.advance_to(reader.position());
      run.stop->check();
    }
  }
  if (pairs.labels.empty()) throw Error(ErrorCode::data, files.name(), "no pairs in it", "give pairs of both labels");
  const auto positives = std::count(pairs.labels.begin(), pairs.labels.end(), 1);
  if (positives == 0 || positives == static_cast<std::ptrdiff_t>(pairs.labels.size()))
    throw Error(ErrorCode::data, files.name(), positives == 0 ? "every label is 0" : "every label is 1",
                "there is nothing to tell apart: give pairs of both labels");
  pairs.group_count = groups.size();
  pairs.skipped += reader.skipped();
  pairs.contradictions = count_contradictions(pairs);
  pairs.fingerprint = fingerprint.value();
  return pairs;
}

}  // namespace couplet
