// The benchmarks by name, one file each. They get the words of the command line from their name on.
#pragma once

namespace couplet::bench {

int run_assignment(int argc, char** argv);
int run_bootstrap(int argc, char** argv);
int run_collection(int argc, char** argv);
int run_context(int argc, char** argv);
int run_counting(int argc, char** argv);
int run_generalised_eigen(int argc, char** argv);
int run_icd(int argc, char** argv);
int run_ngram(int argc, char** argv);
int run_phsic(int argc, char** argv);
int run_project(int argc, char** argv);
int run_rewriting(int argc, char** argv);
int run_rnnlm(int argc, char** argv);
int run_s2net(int argc, char** argv);
int run_score(int argc, char** argv);
int run_table(int argc, char** argv);
int run_tokenise(int argc, char** argv);

}  // namespace couplet::bench
