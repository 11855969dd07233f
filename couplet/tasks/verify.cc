#include "couplet/tasks/verify.h"

#include "couplet/base/error.h"
#include "couplet/tasks/option_schema.h"

namespace couplet {
namespace {

using enum CellType;

struct VerifyOptions {
  double tolerance = 1e-6;
};

const OptionSchema<VerifyOptions>& verify_schema() {
  static const auto made = OptionSchema<VerifyOptions>().add(
      "tolerance", &VerifyOptions::tolerance, "the largest relative difference of the self-test that still passes");
  return made;
}

Answer run_verify(const Request& request, RowSink& rows, const Run& run) {
  const double tolerance = verify_schema().read(request.options).tolerance;
  Answer all;
  Table table(rows, "verify", {{"model", text}, {"method", text}, {"ok", truth}, {"difference", real}});
  for (const std::string& word : request.all("models")) {
    run.stop->check();
    const Stage stage(*run.observer, "verifying " + word);
    const auto model = request.open_model(word);  // checks every sum
    if (!model->as_fitted())
      throw Error(ErrorCode::model, word, "a number or a setting in it is not the one that was fitted",
                  "copy the file again, or fit the model again");
    const double difference = run_self_test(model->model());
    const bool agrees = difference <= tolerance;
    all.yes = all.yes && agrees;
    table.row({word, model->method(), agrees, difference});
  }
  return all;
}

}  // namespace

Task verify_task() {
  return {.name = "verify",
          .synopsis = "MODEL...",
          .summary = "re-check the sums of model files and repeat their self-tests",
          .details =
              "Exit code 0: every file is whole and gives the numbers it gave where it was fitted. 1: a file is whole "
              "but its numbers differ by more than --tolerance. 4: a file is damaged.",
          .examples = {"couplet verify pairs.couplet", "couplet verify *.couplet --tolerance 1e-9"},
          .inputs = {{"models", InputShape::model, 1, -1}},
          .parameters = verify_schema().parameters(),
          .minor = true,
          .run = run_verify};
}

}  // namespace couplet
