// Learning the projection of a method from documents and its parameters.
#pragma once

#include "couplet/methods/bridge/bridge_schema.h"
#include "couplet/methods/bridge/term_projection.h"
#include "couplet/model/method.h"

namespace couplet {

/// Says how many documents were read; warns of texts without a word.
void report_documents(const DocumentCounts& documents, FitReport& report, const Run& run);

/// The texts of every language as rows over the term space, each n x space.rows(). even: scaled to one length
/// (even_rows).
std::vector<OwnedRows<double>> weighted_languages(const DocumentCounts& documents, const TermSpace& space, bool even,
                                                  Team& team);

/// The projection of the terms; data: what the documents were read from, for grades beside them; sides: whose texts are
/// found when it is tuned. Says in the report how it was had. Throws as projection.h, train_s2net and translation_table
/// do.
TermProjection fit_projection(BridgeKind kind, const Data& data, const DocumentCounts& documents,
                              const TermSpace& space, const LanguagePair& sides, const Parameters& parameters,
                              FitReport& report, const Run& run);

}  // namespace couplet
