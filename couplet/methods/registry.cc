#include "couplet/methods/registry.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "couplet/methods/bridge/bridge_methods.h"
#include "couplet/methods/bridge/topic_methods.h"
#include "couplet/methods/cleaning/cleaner.h"
#include "couplet/methods/completion/completion_model.h"
#include "couplet/methods/completion/lsa_model.h"
#include "couplet/methods/context/context_model.h"
#include "couplet/methods/cooccurrence/align.h"
#include "couplet/methods/cooccurrence/phsic.h"
#include "couplet/methods/cooccurrence/pmi.h"
#include "couplet/methods/cooccurrence/rnn_pmi.h"
#include "couplet/methods/language/mix_model.h"
#include "couplet/methods/modelm/classes_model.h"
#include "couplet/methods/modelm/model_m.h"
#include "couplet/methods/ngram/ngram_model.h"
#include "couplet/methods/opposites/pilsa.h"
#include "couplet/methods/ranking/join_model.h"
#include "couplet/methods/ranking/lexical_model.h"
#include "couplet/methods/rewriting/rewriting_methods.h"
#include "couplet/methods/rnnlm/rnn_model.h"
#include "couplet/methods/vectors/counts.h"
#include "couplet/methods/vectors/vectors_method.h"
#include "couplet/model/segment_job.h"

namespace couplet {

std::span<const Method> all_methods() {
  static const std::vector<Method> methods = [] {
    std::vector<Method> all;
    const auto take = [&](std::vector<Method> job) { std::move(job.begin(), job.end(), std::back_inserter(all)); };
    take({phsic_method(), pmi_method(), align_method(), rnn_pmi_method(), cleaner_method()});
    take({counts_method(), import_method()});
    take(family_methods());
    take(bridge_methods());
    take(topic_methods());
    take({rewriting_method(), rules_method(), tagger_method()});
    take({bm25_method(), tfidf_method(), join_method()});
    take({pilsa_method()});
    take({ngram_method(), classes_method(), model_m_method(), rnnlm_method(), context_method(), lsa_method(),
          mix_method(), completion_method()});
    for (Method& method : all)
      if (method.by_segments) add_segment_parameters(method.parameters);
    return all;
  }();
  return methods;
}

}  // namespace couplet
