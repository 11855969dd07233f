// Two texts: how well they go together, and why.
import {ask} from "./api.js";
import {bars, heat_map, strip} from "./charts.js";
import {after, button, card, field, h, into, number, warnings} from "./dom.js";

export const title = "Pairs";
export const lead = "Two texts side by side: the score, its place among random pairs, and where it comes from.";
export const fits = (model) => model.traits.includes("pairs") && model.traits.includes("reasons") && !model.traits.includes("words") && model.job !== "rewriting";

/** Score and reasons of a pair, as every view shows them. */
export async function why(model, left, right) {
  const [scored, explained] = await Promise.all([ask("score", {model, data: [[left, right]]}), ask("explain", {model, left, right, top: 0})]);
  const [first] = scored.rows, reasons = explained.rows.filter((row) => row.kind !== "score"), score = explained.rows[0].value;
  const words = reasons.filter((row) => row.kind === "word pair"), kinds = [...new Set(reasons.map((row) => row.kind))].filter((kind) => kind !== "word pair");
  return [warnings(scored), first.unknown && h("p.warning", {}, `No word of the ${first.unknown} text is known to the model.`),
          h("p.answer", {}, number(score, 4), first.probability !== undefined && h("span.quiet", {}, ` probability ${number(first.probability)}`)),
          first.z !== null && first.z !== undefined && [strip("Place among re-paired texts", [{label: `this pair, z = ${number(first.z, 2)}`, value: first.z, kind: "plus"}], {
            low: -4, high: 6, ticks: [-4, -2, 0, 2, 4, 6], rows: 1, bands: [[-2, 2, "19 of 20 random pairs, roughly"]]}),
            h("p.quiet", {}, "z: standard deviations above what training texts score when they are re-paired at random.")],
          words.length > 0 && heat_map(words, score, {left, right}),
          kinds.map((kind) => {
            const list = reasons.filter((row) => row.kind === kind).slice(0, 8);
            return [h("h3", {}, kind === "training pair" ? "Training pairs that speak for it" : kind[0].toUpperCase() + kind.slice(1)),
                    bars(kind, list.map((row) => ({label: [row.left, row.right].filter(Boolean).join(" – ") || kind, value: row.value, note: row.note})))];
          })];
}

export function show({model, parameters, update, demo}) {
  const result = h("div", {"aria-live": "polite"}), load = into(result);
  const texts = ["left", "right"].map((side) => h("textarea", {rows: 3, class: side, value: parameters[side] ?? "", oninput: () => run()}));
  const now = (step) => {
    const [left, right] = texts.map((text) => text.value.trim());
    update({left, right}, step);
    if (left && right) load(() => why(model.name, left, right));
    else result.replaceChildren(h("p.quiet", {}, "Write a text on each side."));
  };
  const run = after(300, () => now(false));
  const try_it = (left, right) => {
    [texts[0].value, texts[1].value] = [left, right];
    now(true);
  };
  now(false);
  return [card(null, h("div.columns.couplet", {}, field("Left", texts[0]), field("Right", texts[1])),
               demo && h("p.chips", {}, h("span.quiet", {}, "Try "), [["The cat sleeps.", "Le chat dort."], ["The dog drinks milk.", "Le chien boit du lait."], ["The dog drinks milk.", "Elle écrit une lettre à sa mère."]]
                 .map(([left, right]) => button(`${left} / ${right}`, () => try_it(left, right), {plain: true})))),
          card("Score", result)];
}
