#include "couplet/methods/registry.h"

#include <vector>

#include "couplet/methods/bridge/bridge_methods.h"
#include "couplet/methods/bridge/topic_methods.h"
#include "couplet/methods/completion/completion_model.h"
#include "couplet/methods/completion/lsa_model.h"
#include "couplet/methods/cooccurrence/phsic.h"
#include "couplet/methods/cooccurrence/pmi.h"
#include "couplet/methods/language/mix_model.h"
#include "couplet/methods/modelm/classes_model.h"
#include "couplet/methods/modelm/model_m.h"
#include "couplet/methods/ngram/ngram_model.h"
#include "couplet/methods/opposites/pilsa.h"
#include "couplet/methods/rnnlm/rnn_model.h"
#include "couplet/methods/vectors/counts.h"
#include "couplet/methods/vectors/vectors_method.h"

namespace couplet {

std::span<const Method> all_methods() {
  static const std::vector<Method> methods = [] {
    std::vector<Method> all = {
        phsic_method(), pmi_method(), counts_method(), import_method(),     pilsa_method(),   ngram_method(),
        rnnlm_method(), lsa_method(), mix_method(),    completion_method(), classes_method(), model_m_method(),
    };
    for (Method& member : family_methods()) all.push_back(std::move(member));
    for (Method& member : bridge_methods()) all.push_back(std::move(member));
    for (Method& member : topic_methods()) all.push_back(std::move(member));
    return all;
  }();
  return methods;
}

}  // namespace couplet
