// Two models on the same items: who is better, and where they disagree.
import {ask, example} from "./api.js";
import {whiskers} from "./charts.js";
import {card, choice, field, h, into, number, svg, table, warnings} from "./dom.js";
import {drop_zone} from "./files.js";
import {gold_of, measurements} from "./view_model.js";

export const title = "Compare";
export const lead = "Two models on the same items: which is better, and where they disagree.";
export const fits = (model) => model.tasks.includes("compare") && measurements(model).length > 0;

export function show({model, able, parameters, update}) {
  const [kind] = measurements(model),
        same = able.filter(
            (one) => one.name !== model.name && measurements(one)[0].options.questions === kind.options.questions);
  if (!same.length)
    return h(
        "p.note", {},
        "No second model answers the same kind of question. Serve two: couplet serve a.couplet b.couplet");
  let other = same.find((one) => one.name === parameters.with)?.name ?? same[0].name;
  const result = h("div"), load = into(result);
  let last = null;
  const run = (text) => {
    last = text;
    load(() => compared(model.name, other, kind, gold_of(text, kind)));
  };
  if (parameters.example) example(kind.example[1]).then(run);
  return [
    card(
        null,
        h("div.row", {},
          field(
              "with",
              choice(
                  same.map((one) => [one.name, `${one.name} (${one.method})`]), other,
                  (name) => {
                    other = name;
                    update({with: name}, true);
                    if (last) run(last);
                  }))),
        drop_zone(
            kind.name,
            (text, name) => {
              update({example: name === kind.example[1] ? "1" : ""}, true);
              run(text);
            },
            [[`Use the example: ${kind.example[0]}`, kind.example[1]]])),
    result
  ];
}

async function compared(a, b, kind, gold) {
  const answer = await ask("compare", {systems: [a, b], gold, ...kind.options});
  const shown = [card(
      "Which is better", warnings(answer),
      whiskers(
          "Difference",
          answer.rows.map((row) => ({label: row.metric, value: row.difference, low: row.low, high: row.high})),
          {zero: true}),
      table(
          "Figures of both",
          [
            ["figure", (row) => row.metric], [a, (row) => number(row.value_a), "n"],
            [b, (row) => number(row.value_b), "n"], ["difference", (row) => number(row.difference), "n"],
            ["p", (row) => number(row.p_adjusted ?? row.p_mcnemar ?? row.p_randomisation ?? row.p_bootstrap), "n"]
          ],
          answer.rows),
      h("p.quiet", {}, `Right of zero, ${a} is better. p: of the paired test, adjusted for the number of figures.`))];
  if (kind.options.questions) return shown;
  const pairs = gold.map((row) => row.slice(0, 2)),
        [first, second] = await Promise.all([a, b].map((name) => ask("score", {model: name, data: pairs})));
  const items =
      pairs.map((pair, at) => ({pair, label: gold[at][2], a: first.rows[at].score, b: second.rows[at].score, at}))
          .filter((item) => item.a !== null && item.b !== null);
  return [...shown, card("Where they disagree", disagreement(items, a, b))];
}

/** Scores of both against each other, and the items farthest from the common line. */
function disagreement(items, a, b) {
  const width = 480, edge = 44,
        bound = (name) => [Math.min(...items.map((item) => item[name])), Math.max(...items.map((item) => item[name]))];
  const [a0, a1] = bound("a"), [b0, b1] = bound("b");
  const x = (value) => edge + ((value - a0) / (a1 - a0 || 1)) * (width - 2 * edge),
        y = (value) => width - edge - ((value - b0) / (b1 - b0 || 1)) * (width - 2 * edge);
  const apart = (item) => (x(item.a) - edge - (width - edge - y(item.b))) / (width - 2 * edge),
        labels = [...new Set(items.map((item) => item.label))].sort();
  const order = [...items].sort((one, two) => Math.abs(apart(two)) - Math.abs(apart(one))).slice(0, 12);
  return h(
      "div.beside-picture", {},
      svg("svg.versus", {
        viewBox: `0 0 ${width} ${width}`,
        role: "img",
        "aria-label": `Scores of ${a} and ${b} for ${items.length} items`
      },
          svg("line.grid", {x1: edge, y1: width - edge, x2: width - edge, y2: edge}),
          svg("line.axis", {x1: edge, x2: width - edge, y1: width - edge, y2: width - edge}),
          svg("line.axis", {x1: edge, x2: edge, y1: edge, y2: width - edge}),
          items.map((item) => svg("circle", {
                      class: `dot ${labels.indexOf(item.label) > 0 ? "plus" : "minus"} ${
                          order.includes(item) ? "strong" : ""}`,
                      cx: x(item.a),
                      cy: y(item.b),
                      r: 5
                    })),
          svg("text.tick", {x: width - edge, y: width - 14, "text-anchor": "end"}, `${a} →`),
          svg("text.tick", {x: edge, y: edge - 14}, `↑ ${b}`)),
      table(
          "Most apart, each model on its own scale from lowest to highest",
          [
            ["label", (item) => item.label], [a, (item) => number(item.a), "n"], [b, (item) => number(item.b), "n"],
            ["pair", (item) => item.pair.join(" / ")]
          ],
          order));
}
