// The model itself: what is in its file, whether it still gives its numbers, and how good it is on labelled data.
import {ask, example, get} from "./api.js";
import {whiskers} from "./charts.js";
import {button, card, h, into, number, plural, table, warnings} from "./dom.js";
import {drop_zone, rows_of} from "./files.js";

export const title = "Model";
export const lead = "What is in the file, what it was made with, and how good it is.";
export const fits = () => true;

/** What to measure with which file. Columns of labelled pairs: text, text, label. */
export function measurements(model) {
  const kinds = [];
  if (model.traits.includes("blanks"))
    kinds.push({name: "questions with options", options: {questions: true}, example: ["14 questions", "blanks.tsv"]});
  if (model.traits.includes("pairs") && !model.traits.includes("words"))
    kinds.push({
      name: "labelled pairs: text, text, label",
      options: {label: "3", columns: "1,2"},
      example: model.job === "rewriting" ? ["48 paraphrases it was fitted on", "paraphrases.tsv"] :
                                           ["40 judged pairs", "judged.tsv"]
    });
  return kinds;
}

/** Rows of a file as the server takes them: with names where the first line has them. */
export function gold_of(text, kind) {
  const rows = rows_of(text);
  if (!kind.options.questions) return rows;
  const [header, ...rest] = rows;
  return header[0] === "id" ? rest.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""]))) :
                              rows;
}

export function show({model, parameters, update}) {
  const facts = h("div"), tested = h("div", {"aria-live": "polite"}), measured = h("div", {"aria-live": "polite"});
  const load = into(facts), test = into(tested), measure = into(measured);
  load(async () => {
    const about = await get(`models/${encodeURIComponent(model.name)}`);
    const list = (object) =>
        h("dl.facts", {},
          Object.entries(object).map(
              ([
                name, value
              ]) => [h("dt", {}, name), h("dd", {}, value === "" ? h("span.quiet", {}, "not set") : String(value))]));
    return [
      h("dl.facts.wide", {},
        [
          ["method", about.method], ["job", model.job], ["fitted on", plural(about.data.rows, "row")],
          ["file", `${number(about.bytes)} bytes, ${plural(about.tensors.length, "tensor")}`],
          ["written by", `Couplet ${about.library}`], ["seed", about.seed],
          ["fingerprint of the data", about.data.fingerprint], ["can be asked to", model.tasks.join(", ")]
        ].map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
      h("details", {}, h("summary", {}, `Parameters (${Object.keys(about.parameters).length})`),
        list(about.parameters)),
      Object.keys(about.details).length > 0 &&
          h("details", {}, h("summary", {}, `Details (${Object.keys(about.details).length})`), list(about.details)),
      h("details", {}, h("summary", {}, `Tensors (${about.tensors.length})`),
        table(
            "Tensors",
            [
              ["name", (one) => one.name], ["type", (one) => one.dtype], ["shape", (one) => one.shape.join(" × "), "n"],
              ["bytes", (one) => number(one.bytes), "n"]
            ],
            about.tensors))
    ];
  });
  const kinds = measurements(model);
  const figures = (text, kind) => measure(async () => {
    const answer = await ask("eval", {system: model.name, gold: gold_of(text, kind), ...kind.options});
    return [
      warnings(answer),
      whiskers(
          "Figures", answer.rows.map((row) => ({label: row.metric, value: row.value, low: row.low, high: row.high})), {
            low: Math.min(0, ...answer.rows.map((row) => row.low ?? 0)),
            high: Math.max(1, ...answer.rows.map((row) => row.high ?? 1))
          }),
      h("p.quiet", {},
        `${answer.rows[0]?.covered} of ${answer.rows[0]?.total} items answered; lines are 95 % intervals.`)
    ];
  });
  if (parameters.measure && kinds[0]) example(kinds[0].example[1]).then((text) => figures(text, kinds[0]));
  return [
    card(null, facts),
    card(
        "Self-test", h("p", {}, "The file holds inputs and the numbers that were computed where the model was fitted."),
        button("Repeat it", () => test(async () => {
                              const {rows: [row]} = await ask("verify", {models: [model.name]});
                              return h(
                                  row.ok ? "p.good" : "p.problem", {role: "status"},
                                  row.ok ? `Passed: the largest difference is ${number(row.difference, 9)}.` :
                                           `The numbers differ by ${number(row.difference, 6)}.`);
                            })),
        tested),
    kinds.length > 0 &&
        card(
            "How good is it?",
            kinds.map(
                (kind) => drop_zone(
                    kind.name,
                    (text, name) => {
                      update({measure: name === kind.example[1] ? "1" : ""}, true);
                      figures(text, kind);
                    },
                    [[`Use the example: ${kind.example[0]}`, kind.example[1]]])),
            measured)
  ];
}
