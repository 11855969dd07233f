// Two texts: how well they go together, and why.
import {ask} from "./api.js";
import {bars, heat_map, strip} from "./charts.js";
import {after, button, card, field, h, into, number, warnings} from "./dom.js";
import {place_among} from "./histogram.js";
import {parts} from "./parts.js";

export const title = "Pairs";
export const lead = "Two texts side by side: the score, its place among random pairs, and where it comes from.";
export const fits = (model) => model.traits.includes("pairs") && model.traits.includes("reasons") &&
    !model.traits.includes("words") && model.job !== "rewriting";

const histograms = new Map();
/** What re-paired training pairs score, asked once for a model. */
function random_of(model) {
  if (!histograms.has(model.identity))
    histograms.set(model.identity, ask("report", {model: model.name, part: "random"}).then((answer) => answer.rows));
  return histograms.get(model.identity);
}

/** Where the score lies among those of random pairs: all of them where the model kept some, else mean and deviation. */
async function place_of(model, {score, z}) {
  if (score === null || z === null || z === undefined) return null;
  const deviations =
      `z = ${number(z, 2)}: standard deviations above what training texts score when they are re-paired.`;
  if (model.traits.includes("random"))
    return [place_among(await random_of(model), score), h("p.quiet", {}, deviations)];
  const point = {label: `this pair, z = ${number(z, 2)}`, value: z, kind: "plus"};
  return [
    strip(
        "Place among re-paired texts", [point],
        {low: -4, high: 6, ticks: [-4, -2, 0, 2, 4, 6], rows: 1, bands: [[-2, 2, "19 of 20 random pairs, roughly"]]}),
    h("p.quiet", {}, `${deviations} Of those this model keeps mean and deviation alone.`)
  ];
}

const titles = {
  "training pair": "Training pairs that speak for it"
};

/** Score and reasons of a pair, as every view shows them. */
export async function why(model, left, right) {
  const asked = {model: model.name};
  const [scored, explained] = await Promise.all(
      [ask("score", {...asked, data: [[left, right]]}), ask("explain", {...asked, left, right, top: 0})]);
  const [first] = scored.rows, reasons = explained.rows.filter((row) => row.kind !== "score");
  const of = (kind) => reasons.filter((row) => row.kind === kind), score = explained.rows[0].value;
  if (of("part").length && first.probability !== undefined)
    return [warnings(scored), parts(of("part"), score, first.probability)];
  const kinds = [...new Set(reasons.map((row) => row.kind))].filter((kind) => kind !== "word pair");
  return [
    warnings(scored),
    first.unknown && h("p.warning", {}, `No word of the ${first.unknown} text is known to the model.`),
    h("p.answer", {}, number(score, 4),
      first.probability !== undefined && h("span.quiet", {}, ` probability ${number(first.probability)}`)),
    await place_of(model, first), of("word pair").length > 0 && heat_map(of("word pair"), score, {left, right}),
    kinds.map((kind) => {
      const name = (row) => [row.left, row.right].filter(Boolean).join(" – ") || kind;
      const list = of(kind).slice(0, 8).map((row) => ({label: name(row), value: row.value, note: row.note}));
      return [h("h3", {}, titles[kind] ?? kind[0].toUpperCase() + kind.slice(1)), bars(kind, list)];
    })
  ];
}

/** Pairs to try with the models of the first page. */
const tries = {
  cleaning: [
    ["The baker carries the silver key.", "Le boulanger porte la clé d'argent."],
    ["The baker carries the silver key.", "Le boulanger porte the silver key."],
    ["A young farmer counts 29 boats at the station.", "Un jeune fermier compte 35 bateaux à la gare."]
  ],
  cooccurrence: [
    ["The cat sleeps.", "Le chat dort."], ["The dog drinks milk.", "Le chien boit du lait."],
    ["The dog drinks milk.", "Elle écrit une lettre à sa mère."]
  ]
};

export function show({model, parameters, update, demo}) {
  const result = h("div", {"aria-live": "polite"}), load = into(result);
  const texts = ["left", "right"].map(
      (side) => h("textarea", {rows: 3, class: side, value: parameters[side] ?? "", oninput: () => run()}));
  const now = (step) => {
    const [left, right] = texts.map((text) => text.value.trim());
    update({left, right}, step);
    if (left && right)
      load(() => why(model, left, right));
    else
      result.replaceChildren(h("p.quiet", {}, "Write a text on each side."));
  };
  const run = after(300, () => now(false));
  const try_it = (left, right) => {
    [texts[0].value, texts[1].value] = [left, right];
    now(true);
  };
  now(false);
  return [
    card(
        null, h("div.columns.couplet", {}, field("Left", texts[0]), field("Right", texts[1])),
        demo &&
            h("p.chips", {}, h("span.quiet", {}, "Try "),
              (tries[model.job] ?? tries.cooccurrence)
                  .map(([left, right]) => button(`${left} / ${right}`, () => try_it(left, right), {plain: true})))),
    card("Score", result)
  ];
}
