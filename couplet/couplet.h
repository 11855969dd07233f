// The front door for C++ programs: models loaded or fitted, from files or memory, and all that can be done with them.
//
//   using namespace couplet;
//   const Fitted fitted = fit("phsic", pairs_in_memory(left, right), {{"whiten", "0.1"}});
//   save_model(*fitted.model, "pairs.couplet");
//   const auto model = LoadedModel::open("pairs.couplet");
//   CollectedRows rows;
//   score(*model, pairs_in_memory(new_left, new_right), {}, rows, Run());
//
// Everything long takes a Run: threads, memory, seed, an Observer for progress and warnings, a StopToken. What goes
// wrong is an Error with code, place, problem and remedy. Headers that are not included from here are not installed.
#pragma once

#include "couplet/base/error.h"
#include "couplet/base/run.h"
#include "couplet/base/version.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/model/data.h"
#include "couplet/model/inspect.h"
#include "couplet/tasks/classify.h"
#include "couplet/tasks/collected_rows.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/compare.h"
#include "couplet/tasks/complete.h"
#include "couplet/tasks/evaluate.h"
#include "couplet/tasks/explain.h"
#include "couplet/tasks/filter.h"
#include "couplet/tasks/fit.h"
#include "couplet/tasks/loaded_model.h"
#include "couplet/tasks/match.h"
#include "couplet/tasks/mine.h"
#include "couplet/tasks/plot.h"
#include "couplet/tasks/prepared_collection.h"
#include "couplet/tasks/rank.h"
#include "couplet/tasks/registry.h"
#include "couplet/tasks/report.h"
#include "couplet/tasks/score.h"
#include "couplet/tasks/search.h"
#include "couplet/tasks/update.h"
