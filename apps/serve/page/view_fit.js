// Fitting a model here, where the server allows it: progress as it goes, and a way to stop.
import {ask, cancel, listen} from "./api.js";
import {button, card, choice, field, h, number, plural, problem, replace, table} from "./dom.js";
import {drop_zone, rows_of} from "./files.js";
import {address} from "./state.js";

export const title = "Fit";
export const lead = "Make a model of your own data. It is written to the folder that the server was given.";

const methods = [
  ["phsic", "phsic: pairs that go together"], ["opca", "opca: texts in two languages"],
  ["sgns", "sgns: word vectors of running text"], ["ngram", "ngram: a language model of running text"],
  ["lsa", "lsa: words of documents"], ["rewriting", "rewriting: labelled paraphrases"]
];

export function show({reload}) {
  const name = h("input", {type: "text", value: "mine"}), told = h("p.quiet", {role: "status"}, "No data yet."),
        result = h("div", {"aria-live": "polite"});
  let data = null, method = "phsic";
  const start = async () => {
    try {
      if (!data) throw {problem: "There is no data yet.", remedy: "Drop a file above."};
      const {fit} = await ask("fit", {name: name.value.trim(), method, data});
      await listen(`fits/${fit}/events`, (event) => replace(result, shown(event)));
    } catch (error) {
      replace(result, problem(error));
    }
  };
  const shown = (event) => {
    const meter = h("span.bar");
    meter.style.width = `${event.state === "done" ? 100 : event.total ? (100 * event.done) / event.total : 5}%`;
    return card(
        `${event.name}: ${event.state}`, h("div.track.meter", {"aria-hidden": "true"}, meter),
        h("p.quiet", {},
          [
            event.stage, event.total > 0 && `${number(event.done)} of ${number(event.total)} ${event.unit}`,
            event.remark
          ].filter(Boolean)
              .join(", ")),
        event.problem && h("p.problem", {role: "alert"}, event.problem),
        event.state === "running" && button("Stop", () => cancel(`fits/${event.fit}`), {plain: true}),
        event.state === "done" && [
          table("Report", [["", (row) => row.what], ["", (row) => row.value]], event.report),
          h("p", {},
            button(
                "Look at it",
                async () => {
                  await reload();
                  location.hash = address("model", event.name);
                }))
        ]);
  };
  return [
    card(
        null,
        drop_zone(
            "your data, columns with tabs between,",
            (text, file) => {
              const rows = rows_of(text);
              data = rows.every((row) => row.length === 1) ? rows.map((row) => row[0]) : rows;
              replace(told, `${plural(data.length, "line")} of ${file}`);
            },
            [["Use the example: 120 pairs", "pairs.tsv"]]),
        told,
        h("div.row", {}, field("Method", choice(methods, method, (value) => (method = value))), field("Name", name),
          button("Fit", start))),
    result
  ];
}
