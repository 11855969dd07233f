// Files in the form of a model that are none, sums repaired: prepared collections and checkpoints of a training run.
#include "couplet/base/error.h"
#include "couplet/tasks/fit.h"
#include "couplet/tasks/loaded_model.h"
#include "couplet/tasks/prepared_collection.h"
#include "tests/fuzz/forged_model.h"
#include "tests/fuzz/sample_models.h"
#include "tests/fuzz/targets.h"

namespace couplet::fuzz {
namespace {

const std::vector<std::string>& texts() {
  static const std::vector<std::string> some = {"the old king sat in his house", "a queen of the green land",
                                                "the dog ran after the cat",     "an old house in the green land",
                                                "the queen and the king ran",    "a cat sat on a dog"};
  return some;
}

/// Seeds are made on one machine and used on another, which may round otherwise: the model's identity is a fixed one.
const LoadedModel& collection_model() {
  static const LoadedModel model(
      "model", fit("phsic", pairs_in_memory(texts(), texts()), {{"encoder", "lsa:3"}}, one_thread()).model,
      "0123456789abcdef");
  return model;
}

/// Asks to stop as soon as training has begun.
struct EarlyStop : Observer {
  void begin(std::string_view stage, std::int64_t, std::string_view) override {
    if (stage == "training") token.request();
  }
  StopToken token;
};

/// A short training run that keeps its state in `checkpoint`, and goes on from what is there.
void train(const std::string& checkpoint, const Run& run) {
  fit("rnnlm", texts_in_memory(texts()),
      {{"hidden", "3"}, {"epochs", "2"}, {"steps", "4"}, {"checks", "3"}, {"checkpoint", checkpoint}, {"resume", "on"}},
      run);
}

}  // namespace

void read_collection(std::string_view bytes) {
  const std::string path = input_file(resealed(bytes), "collection");
  const PreparedCollection opened = PreparedCollection::open(path, collection_model(), one_thread());
  const PreparedCollection::Found found = opened.search({texts(), {}}, {.top = 2}, one_thread());
  for (std::size_t query = 0; query < texts().size(); ++query)
    for (const Neighbour& neighbour : found.best[static_cast<Index>(query)])
      require(neighbour.id >= 0 && neighbour.id < opened.size(), "what is found is an item");
  opened.save(input_file("", "again"));
}

void read_training_checkpoint(std::string_view bytes) {
  const std::string path = input_file(resealed(bytes), "checkpoint");
  train(path, one_thread());
}

void make_sample_collections(const std::string& directory) {
  for (const char* index : {"exact", "hnsw:m=2"})
    PreparedCollection::prepare(collection_model(), Side::right, {texts(), {}}, index, one_thread())
        .save(directory + "/" + std::string(index, 4));
}

void make_sample_checkpoints(const std::string& directory) {
  train(directory + "/whole", one_thread());
  EarlyStop stop;
  Run run = one_thread();
  run.observer = &stop;
  run.stop = &stop.token;
  try {
    train(directory + "/stopped", run);
  } catch (const Error& error) {
    require(error.code() == ErrorCode::interrupted, error.what());
  }
}

}  // namespace couplet::fuzz
