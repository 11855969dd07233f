// A model of pairs, and other pairs of the same kind to ask it about.
#pragma once

#include <string>

#include "tests/cli/pair_files.h"

struct Trained {
  TemporaryDirectory directory;
  couplet::TextPairs pairs = couplet::topic_texts(200, 6);
  std::string model = directory.file("m.couplet");
  std::string gold = directory.put("gold.tsv", tsv_of(pairs));

  Trained() {
    succeed({"fit", "phsic", directory.put("train.tsv", tsv_of(couplet::topic_texts(500))), "--encoder", "lsa:8", "-o",
             model});
  }
};
