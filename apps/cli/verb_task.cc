// Tasks of the library: words to a request, rows to the output, a model made to its file.
#include "apps/cli/arguments.h"
#include "apps/cli/fitted.h"
#include "apps/cli/output.h"
#include "couplet/model/team_agreement.h"
#include "couplet/tasks/file_check.h"
#include "couplet/tasks/registry.h"

namespace couplet {

int run_task(const Arguments& arguments) {
  const Task& task = *arguments.verb->task;
  const Request request{.words = assign_words(task, arguments.positionals), .options = arguments.own};
  if (task.check) task.check(request);
  RequestFiles files = files_of(task, request);
  files.add(common_parameters(), arguments.common);
  check_files(files);
  tell_published(arguments, task.parameters, arguments.own);
  if (arguments.common.flag("dry-run")) {
    print_plan(*arguments.output, plan_of(task, request, files));
    return 0;
  }
  if (uses_standard_output(files)) arguments.output->use_standard_error(arguments.common.flag("quiet"));
  const Run run = make_run(arguments);
  require_agreement(files.read, run);
  const Answer answer = task.run(request, *arguments.output, run);
  if (answer.made.model)
    save_fitted(answer.made, arguments.own.text("output"), *arguments.output);
  else if (!answer.made.report.entries.empty())
    print_report(answer.made.report, task.name + "-report", *arguments.output);
  return answer.yes ? 0 : 1;
}

}  // namespace couplet
