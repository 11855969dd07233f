// Files of pairs of objects: seeds, gold, reviewed results.
#pragma once

#include <string>

#include "couplet/methods/matching/kernel_pair.h"
#include "couplet/text/text_rows.h"

namespace couplet {

/// Reads pairs of rows (from 0). TSV; without a header the first two columns; a header names `left` and `right`, and
/// lines of a result that a column `note` calls extra or seed are kept too unless without_seeds. A column `accept`
/// keeps only lines marked yes, y, true or 1. Error(data) with file:line for anything that is no row.
ObjectPairs read_object_pairs(const std::string& path, bool without_seeds = false);

/// The same of pairs that are wrong: a column `accept` keeps only lines marked no, n, false or 0.
ObjectPairs read_rejected_pairs(const std::string& path);

/// The same from a program's rows: two columns of rows from 0. name: what messages call them.
ObjectPairs object_pairs_of(TextRows& rows, const std::string& name);

/// Error(data) when a pair names a row that is not there, or two name the same one. what: "seed", for the message.
void check_object_pairs(const ObjectPairs& pairs, Index left, Index right, const std::string& path,
                        const std::string& what);

/// Error(data) when a pair names a row that is not there, or is one of the seeds.
void check_forbidden_pairs(const ObjectPairs& pairs, const ObjectPairs& seeds, Index left, Index right,
                           const std::string& path);

/// Two columns with the header left, right; atomically.
void write_object_pairs(const std::string& path, const ObjectPairs& pairs);

}  // namespace couplet
