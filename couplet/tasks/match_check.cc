#include "couplet/tasks/match_check.h"

#include "couplet/base/error.h"
#include "couplet/plot/picture_file.h"

namespace couplet {
namespace {

/// What a method does not look at.
void check_method(const Request& request) {
  const std::string& method = request.options.text("method");
  const std::string mode = "--method " + method;
  if (method != "auto") refuse_unused(request, mode, {"surface"});
  if (method == "mcca") refuse_unused(request, mode, {"forbidden"});
  if (request.options.has("forbidden")) refuse_unused(request, "--forbidden", {"grow-until", "picture"});
  if (method == "auto" || method == "mcca")
    refuse_unused(request, mode, {"powers", "step", "sureness", "starts", "time"});
  if (method == "ks") refuse_unused(request, mode, {"powers", "negative"});
  if (method == "s-u" || method == "s-z") refuse_unused(request, mode, {"time"});
  if (request.options.integer("neighbours") > 0)
    refuse_unused(request, "--neighbours",
                  {"powers", "grow-until", "step", "sureness", "starts", "time", "picture", "explain", "forbidden"});
}

}  // namespace

void check_match(const Request& request) {
  if (request.options.has("explain"))
    refuse_unused(request, "--explain", {"output", "gold", "texts", "min-confidence", "one-to-many"});
  else
    refuse_unused(request, "matches (it is for --explain)", {"top"});
  if (request.options.has("output")) refuse_unused(request, "--output", {"texts"});
  if (request.word("left") == "-" && request.word("right") == "-")
    throw Error(ErrorCode::usage, "standard input", "can be one collection only", "give a file for the other");
  if (request.options.has("gold") && !request.options.has("output") && !request.options.has("picture"))
    throw Error(ErrorCode::usage, "--gold", "the share recovered is said in the report, which -o prints, and drawn",
                "add -o MATCHES.tsv, or --picture FILE.svg");
  check_method(request);
  if (request.options.has("picture")) check_picture_name("--picture", request.options.text("picture"));
}

void check_match_data(const Request& request, const Collection& left, const Collection& right) {
  if (left.has_texts() && right.has_texts()) {
    refuse_unused(request, "texts", {"kernel", "gram", "negative"});
    return;
  }
  refuse_unused(request, ".npy rows", {"texts", "surface"});
  if (!left.has_texts() && !right.has_texts())
    refuse_unused(request, ".npy rows", {"text", "stemmer", "stop-words", "romanise", "weighting"});
  if (request.options.flag("gram")) refuse_unused(request, "--gram", {"kernel"});
}

}  // namespace couplet
