// What a user writes in options: specs, numbers, and whole command lines.
#include <vector>

#include "apps/cli/config.h"
#include "apps/cli/parse.h"
#include "apps/serve/request_json.h"
#include "couplet/base/error.h"
#include "couplet/kernels/kernel.h"
#include "couplet/methods/cooccurrence/joined_encoder.h"
#include "couplet/methods/matching/match_options.h"
#include "couplet/methods/opposites/signed_entries.h"
#include "couplet/methods/registry.h"
#include "couplet/methods/rewriting/kernel_terms.h"
#include "couplet/search/nearest_neighbours.h"
#include "couplet/tasks/registry.h"
#include "couplet/text/utf8.h"
#include "couplet/text/weighting.h"
#include "tests/fuzz/targets.h"

namespace couplet::fuzz {
namespace {

std::vector<std::string> lines_of(std::string_view bytes) {
  std::vector<std::string> lines;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    lines.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return lines;
}

template <class Work>
void refused_or(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    require(error.code() == ErrorCode::usage, error.what());
  }
}

/// "name=value" lines for a schema.
void resolve(std::span<const Parameter> schema, std::span<const std::string> lines) {
  std::map<std::string, std::string> given;
  for (const std::string& line : lines) {
    const std::size_t equals = std::min(line.find('='), line.size());
    given[line.substr(0, equals)] = line.substr(std::min(equals + 1, line.size()));
  }
  const Parameters parameters = Parameters::resolve(schema, given);
  for (const Parameter& parameter : schema) {
    if (!parameters.has(parameter.name)) continue;
    if (parameter.type == ParameterType::integer) parameters.integer(parameter.name);
    if (parameter.type == ParameterType::real) parameters.real(parameter.name);
    if (parameter.type == ParameterType::flag) parameters.flag(parameter.name);
  }
}

}  // namespace

/// All parsers of specs, whichever the bytes were meant for.
void parse_options(std::string_view bytes) {
  const std::string spec(bytes);
  refused_or([&] {
    const Kernel kernel = Kernel::parse(spec);
    require(Kernel::parse(kernel.spec()).spec() == kernel.spec(), "a kernel's spelling means itself");
    kernel.diagonal(MatrixD::Constant(2, 3, 0.5));
  });
  refused_or([&] {
    const TextPipeline pipeline = TextPipeline::parse(spec);
    require(TextPipeline::parse(pipeline.spec()).spec() == pipeline.spec(), "a pipeline's spelling means itself");
    pipeline.make().tokens("Don't say \xC3\xA9t\xC3\xA9 to 42 cats.");
  });
  refused_or([&] {
    const JoinedSpec encoder = JoinedSpec::parse(spec);
    require(JoinedSpec::parse(encoder.text()).text() == encoder.text(), "an encoder's spelling means itself");
  });
  refused_or([&] {
    const TermWeighting weighting = TermWeighting::parse(spec);
    require(TermWeighting::parse(weighting.spec()).spec() == weighting.spec(), "a weighting's spelling means itself");
  });
  refused_or([&] { RelationWeights::parse(spec); });
  refused_or([&] { parse_kernel_terms(spec); });
  refused_or([&] { require(parse_bytes(spec) >= 0, "no size is negative"); });
  refused_or([&] {
    if (spec.size() < 40) make_vector_index(spec, MatrixF(MatrixF::Identity(4, 4)), Similarity::cosine, one_thread());
  });
  const std::vector<std::string> lines = lines_of(bytes);
  if (lines.size() < 2) return;
  const std::span<const std::string> values = std::span(lines).subspan(1);
  for (const Method& method : all_methods())
    if (method.name == lines.front()) resolve(method.parameters, values);
  for (const Task& task : all_tasks())
    if (task.name == lines.front()) resolve(task.parameters, values);
}

void read_config(std::string_view bytes) {
  const std::string path = input_file(bytes);
  words_of_config(path, "rank", "");
  words_of_config(path, "fit", "phsic");
}

/// The name of a task, then the body of a request to the server.
void read_http_request(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string body(bytes.substr(std::min(end + 1, bytes.size())));
  for (const Task& task : all_tasks())
    if (task.name == bytes.substr(0, end)) refused_or([&] { request_of_json(task, body, "model", 100); });
}

/// A word a line. Nothing but syntax is looked at: no file is opened.
void parse_command_line(std::string_view bytes) {
  if (bytes.find('\0') != bytes.npos) return;  // no system hands these over
  const Arguments arguments = parse_arguments(lines_of(bytes));
  if (!arguments.verb || arguments.help != Arguments::Help::none || arguments.version) return;
  if (arguments.method) Parameters::resolve(arguments.method->parameters, arguments.method_values);
  if (const Task* task = arguments.verb->task) {
    const Request request{.words = assign_words(*task, arguments.positionals), .options = arguments.own};
    if (task->check) task->check(request);
  }
}

}  // namespace couplet::fuzz
