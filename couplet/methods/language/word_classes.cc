#include "couplet/methods/language/word_classes.h"

#include <algorithm>

#include "couplet/base/error.h"

namespace couplet {

WordClasses::WordClasses(std::span<const std::int32_t> class_of) : class_of_(class_of.begin(), class_of.end()) {
  std::int32_t classes = 0;
  for (const std::int32_t c : class_of_) classes = std::max(classes, c + 1);
  std::vector<std::int32_t> sizes(classes, 0), renumbered(sizes.size(), -1);
  for (const std::int32_t c : class_of_) ++sizes[c];
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    if (sizes[c] == 0) continue;
    renumbered[c] = size();
    begins_.push_back(begins_.back() + sizes[c]);
  }
  std::vector<std::int64_t> next(begins_.begin(), begins_.end() - 1);
  order_.resize(class_of_.size());
  row_of_.resize(class_of_.size());
  for (std::size_t word = 0; word < class_of_.size(); ++word) {
    std::int32_t& c = class_of_[word];
    c = renumbered[c];
    const std::int64_t row = next[c]++;
    row_of_[word] = static_cast<std::int32_t>(row);
    order_[row] = static_cast<std::int32_t>(word);
  }
}

WordClasses load_word_classes(const ModelFile& file, std::int64_t words) {
  const auto class_of = file.integers32("classes", words);
  for (const std::int32_t c : class_of)
    if (c < 0 || c >= words)
      throw Error(ErrorCode::model, file.path(), "tensor 'classes' has a number that is no class",
                  "fit the model again");
  return WordClasses(class_of);
}

void add_word_classes(ModelWriter& writer, const WordClasses& classes) {
  writer.add("classes", classes.class_of(), {classes.words()});
}

}  // namespace couplet
