#include "couplet/tasks/clean_checkpoint.h"

#include <fmt/format.h>

#include "couplet/base/hash.h"
#include "couplet/base/part_bytes.h"
#include "couplet/base/version.h"
#include "couplet/model/segment_job.h"

namespace couplet {

CleanCheckpoint::CleanCheckpoint(std::string folder, const Source& source) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  require_rereadable(source);
  source_ = identity_of_source(source);
  store_.emplace(folder_);
}

std::string CleanCheckpoint::model_path(const std::string& parameters, const Run& run) const {
  const std::string identity = fmt::format("{} {} {}\n{}", library_version, run.seed, parameters, source_);
  return fmt::format("{}/cleaner-{}.couplet", folder_, hex64(hash64(identity)));
}

void CleanCheckpoint::judge_by(const std::string& model_path, const std::string& outside) {
  store_->begin_job(fmt::format("{} {} {}\n{}", library_version, identity_of_file(model_path), outside, source_));
  store_->begin_pass("clean");
}

std::optional<std::vector<CleanedPair>> CleanCheckpoint::load(std::int64_t first, std::int64_t count) {
  if (!store_) return {};
  if (const std::int64_t chunk = first / chunk_pairs; chunk != loaded_) {
    loaded_ = chunk;
    read_.clear();
    if (const auto bytes = store_->load(chunk)) {
      PartReader reader(*bytes);
      const auto log_odds = reader.get_list<double>();
      const auto worst = reader.get_list<std::uint8_t>();
      for (std::size_t i = 0; i < log_odds.size() && i < worst.size(); ++i)
        read_.push_back({log_odds[i], static_cast<Clue>(worst[i])});
    }
  }
  const auto begin = first % chunk_pairs;
  if (begin + count > std::ssize(read_)) return {};
  return std::vector<CleanedPair>(read_.begin() + begin, read_.begin() + begin + count);
}

void CleanCheckpoint::add(const std::vector<CleanedPair>& judged) {
  if (!store_) return;
  waiting_.insert(waiting_.end(), judged.begin(), judged.end());
  if (std::ssize(waiting_) >= chunk_pairs) save();
}

void CleanCheckpoint::finish() {
  if (store_ && !waiting_.empty()) save();
}

void CleanCheckpoint::save() {
  std::vector<double> log_odds;
  std::vector<std::uint8_t> worst;
  for (const CleanedPair& pair : waiting_) {
    log_odds.push_back(pair.log_odds);
    worst.push_back(static_cast<std::uint8_t>(pair.worst));
  }
  PartWriter writer;
  writer.put_list(log_odds);
  writer.put_list(worst);
  store_->save(chunks_++, writer.take());
  waiting_.clear();
}

}  // namespace couplet
