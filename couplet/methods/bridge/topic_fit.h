// Learning topics as the parameters ask: how long, and how many.
#pragma once

#include "couplet/methods/bridge/plsa.h"
#include "couplet/methods/bridge/topic_model.h"
#include "couplet/model/method.h"

namespace couplet {

/// What topics are learned from, and how texts are compared by them.
struct TopicTask {
  const DocumentCounts& documents;
  const TermSpace& space;
  LanguagePair sides;  // whose texts are found when documents are kept apart
  FoldIn fold_in;
  TopicDistance distance;
};

/// Reads --hold-out, --development, --patience, --tune and --curve where the schema has them. Documents kept apart say
/// when to stop (the mean reciprocal rank of counterparts, both ways), and with --tune topics how many topics are best:
/// half as many again and again down to 8, and while the most are the best, twice as many, twice. Says in the report
/// what was done. Throws as train_plsa and read_development do.
Plsa fit_topics(const TopicTask& task, PlsaOptions options, const Parameters& parameters, FitReport& report,
                const Run& run);

}  // namespace couplet
