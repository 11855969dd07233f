// The handlers of the verbs, one file each (verb_NAME.cc). A handler returns the exit code.
#pragma once

namespace couplet {

class Arguments;  // arguments.h

int run_add(Arguments& arguments);
int run_classify(Arguments& arguments);
int run_compare(Arguments& arguments);
int run_complete(Arguments& arguments);
int run_convert(Arguments& arguments);
int run_embed(Arguments& arguments);
int run_eval(Arguments& arguments);
int run_explain(Arguments& arguments);
int run_filter(Arguments& arguments);
int run_fit(Arguments& arguments);
int run_help(Arguments& arguments);
int run_inspect(Arguments& arguments);
int run_match(Arguments& arguments);
int run_merge(Arguments& arguments);
int run_methods(Arguments& arguments);
int run_mine(Arguments& arguments);
int run_plot(Arguments& arguments);
int run_rank(Arguments& arguments);
int run_remove(Arguments& arguments);
int run_report(Arguments& arguments);
int run_score(Arguments& arguments);
int run_search(Arguments& arguments);
int run_verify(Arguments& arguments);

}  // namespace couplet
