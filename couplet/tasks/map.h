// map: words, or texts of two languages, as points in a plane.
#pragma once

#include "couplet/tasks/task.h"

namespace couplet {

enum class MapLayout { axes, neighbours };

struct MapOptions {
  MapLayout layout = MapLayout::axes;
  std::int64_t top = 0;  // of words: the first ones; 0: all
};

/// Rows "map": the words of a model that has vectors.
void map_words(const LoadedModel& model, const MapOptions& options, RowSink& rows, const Run& run);

Task map_task();

}  // namespace couplet
