// A sentence with a gap: the words that fit, by each model, and what speaks for one.
import {ask} from "./api.js";
import {bars} from "./charts.js";
import {after, button, card, field, h, into, number, problem, replace} from "./dom.js";

export const title = "Blanks";
export const lead = "A sentence with a gap: which word fits, and what speaks for it.";
export const fits = (model) => model.traits.includes("blanks");

export function show({model, able, parameters, update, demo}) {
  const fitting = h("div", {"aria-live": "polite"}), reasons = h("div", {"aria-live": "polite"});
  const load = into(fitting), explain = into(reasons);
  const input =
      h("input", {type: "text", value: parameters.q ?? "", class: "wide", oninput: after(350, () => run(false))});
  const word = h("input", {type: "text", value: parameters.w ?? "", onchange: () => pick(word.value.trim(), true)});
  // The model that was chosen comes first; a few others beside it.
  const shown = [model, ...able.filter((one) => one.name !== model.name)].slice(0, 4);
  const run = (step) => {
    const text = input.value.trim();
    update({q: text}, step);
    if (!/_{3,}/.test(text))
      return replace(fitting, h("p.quiet", {}, "Write the gap as three underscores or more: The _____ barked."));
    load(async () => {
      const answers =
          await Promise.allSettled(shown.map((one) => ask("complete", {model: one.name, questions: text, top: 8})));
      const first = answers[0].value?.rows[0]?.option;
      if (!word.value && first) word.value = first;
      if (word.value) pick(word.value, false);
      return h("div.opinions", {}, shown.map((one, at) => {
        const {value, reason} = answers[at];
        if (reason) return h("div", {}, h("h3", {}, one.name), problem(reason));
        const worst = Math.min(...value.rows.map((row) => row.score)),
              best = Math.max(...value.rows.map((row) => row.score));
        return h(
            "div", {}, h("h3", {}, one.name, h("span.quiet", {}, ` ${one.method}`)),
            h("ol.bars", {"aria-label": `Words that fit, by ${one.name}`}, value.rows.map((row) => {
              const bar = h("span.bar");
              bar.style.width = `${8 + (92 * (row.score - worst)) / (best - worst || 1)}%`;
              return h(
                  "li", {}, h("button.word", {type: "button", onclick: () => pick(row.option, true)}, row.option),
                  h("span.track", {"aria-hidden": "true"}, bar), h("span.figure", {}, number(row.score, 2)));
            })));
      }));
    });
  };
  const pick = (chosen, step) => {
    if (!chosen) return;
    word.value = chosen;
    update({w: chosen}, step);
    const text = input.value.trim();
    explain(async () => {
      const answers = await Promise.allSettled(
          shown.map((one) => ask("explain", {model: one.name, left: text, right: chosen, top: 12})));
      return [
        h("p.filled", {}, text.split(/_{3,}/).flatMap((part, at) => (at ? [h("mark", {}, chosen), part] : [part]))),
        h("div.opinions", {}, shown.map((one, at) => {
          if (answers[at].reason) return h("div", {}, h("h3", {}, one.name), problem(answers[at].reason));
          const rows = answers[at].value.rows, kinds = [...new Set(rows.slice(1).map((row) => row.kind))];
          return h(
              "div", {}, h("h3", {}, one.name, h("span.quiet", {}, ` ${number(rows[0].value, 2)}`)),
              kinds.map(
                  (kind) =>
                      [h("h4", {},
                         {vote: "Votes of its parts", context: "Words around it", word: "Word by word (log10)"}[kind] ??
                             kind),
                       bars(
                           kind,
                           rows.filter((row) => row.kind === kind)
                               .map((row) => ({label: row.left || kind, value: row.value})))]));
        }))
      ];
    });
  };
  const tries =
      ["The _____ barked at the wolf.", "The cat caught a _____ in the barn.", "The queen sat on the _____ ."];
  run(false);
  return [
    card(
        null, field("Sentence", input, "The gap is _____."),
        demo &&
            h("p.chips", {}, h("span.quiet", {}, "Try "),
              tries.map(
                  (text) => button(
                      text,
                      () => {
                        input.value = text;
                        word.value = "";
                        run(true);
                      },
                      {plain: true}))),
        fitting),
    card(
        "What speaks for a word",
        h("div.row", {}, field("Word", word), button("Explain", () => pick(word.value.trim(), true))), reasons)
  ];
}
