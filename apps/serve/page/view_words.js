// Words: neighbours, opposites, analogies, and two words compared.
import {ask} from "./api.js";
import {bars, strip} from "./charts.js";
import {button, card, h, into, number, warnings} from "./dom.js";
import {address} from "./state.js";
import {word_field} from "./suggest.js";

export const title = "Words";
export const lead = "Neighbours and opposites of a word, on a scale from −1 to +1.";
export const fits = (model) => model.traits.includes("words");

export function show({model, parameters, update}) {
  const name = model.name;
  const near = h("div"), analogy = h("div"), compared = h("div");
  const show_near = into(near), show_analogy = into(analogy), show_compared = into(compared);

  const search = (query, step = true) => {
    if (!query) return;
    field.input.value = query;
    update({q: query}, step);
    show_near(() => neighbours(query));
    second.input.value && compare();
  };
  async function neighbours(query) {
    const [nearest, farthest] = await Promise.all([
      ask("search", {model: name, queries: [query], top: 12}),
      ask("search", {model: name, queries: [query], opposites: true, top: 12})
    ]);
    const row = (found) => ({label: found.word, value: found.score, onclick: () => search(found.word)});
    const point = (kind) => (found) =>
        ({label: found.word, value: found.score, kind, onclick: () => search(found.word)});
    const way = nearest.rows[0]?.way;
    if (!nearest.rows.length) return warnings(nearest);
    return [
      way && h("p.warning", {}, `“${query}” is understood by its ${way}.`),
      strip(
          `Words around ${query}`, [...nearest.rows.map(point("plus")), ...farthest.rows.map(point("minus"))],
          {ends: ["opposite", "the same"]}),
      h("div.columns", {},
        h("div", {}, h("h3", {}, "Nearest"), bars(`Nearest to ${query}`, nearest.rows.map(row), {most: 1})),
        h("div", {}, h("h3", {}, "Farthest"), bars(`Farthest from ${query}`, farthest.rows.map(row))))
    ];
  }
  const field = word_field("A word", name, parameters.q ?? "", search);

  const parts = ["a", "b", "c"].map(
      (part, at) => word_field(["", "is to", "as"][at] || "One word", name, parameters[part] ?? "", () => solve()));
  const solve = (step = true) => {
    const [a, b, c] = parts.map((part) => part.input.value.trim());
    if (!a || !b || !c) return;
    update({a, b, c}, step);
    show_analogy(async () => {
      const answer = await ask("search", {model: name, queries: [`${a}:${b}::${c}:?`], top: 6});
      return [
        warnings(answer),
        answer.rows.length > 0 &&
            [
              h("p.answer", {}, h("span.quiet", {}, "is to "), answer.rows[0].word),
              bars(
                  "Answers",
                  answer.rows.map((row) => ({label: row.word, value: row.score, onclick: () => search(row.word)})))
            ]
      ];
    });
  };

  const second = word_field("compared with", name, parameters.with ?? "", () => compare(true));
  const compare = (step = false) => {
    const [left, right] = [field.input.value.trim(), second.input.value.trim()];
    if (!left || !right) return;
    update({with: right}, step);
    show_compared(async () => {
      const answer = await ask("score", {model: name, data: [[left, right]]});
      const {score} = answer.rows[0];
      let reasons = null;
      try {
        reasons = await ask("explain", {model: name, left, right, top: 8});
      } catch (error) {
        reasons = {rows: [], why: error};
      }
      const why = reasons.rows.filter((row) => row.kind !== "score");
      return [
        warnings(answer), h("p.answer", {}, number(score, 3), h("span.quiet", {}, ` between ${left} and ${right}`)),
        why.length > 0 &&
            [
              h("h3", {}, `What it is made of: ${[...new Set(why.map((row) => row.kind))].join(", ")}`),
              bars(
                  "Reasons",
                  why.map(
                      (row) =>
                          ({label: [row.left, row.right].filter(Boolean).join(" – ") || row.kind, value: row.value})))
            ],
        reasons.why && h("p.quiet", {}, `${reasons.why.problem} ${reasons.why.remedy}`)
      ];
    });
  };

  if (parameters.q)
    search(parameters.q, false);
  else
    ask("words", {model: name, top: 24}).then((answer) => {
      const words = answer.rows.map((row) => row.word).filter((word) => word.length > 2);
      near.replaceChildren(
          h("p.chips", {}, h("span.quiet", {}, "For example "),
            words.slice(0, 12).map((word) => button(word, () => search(word), {plain: true}))));
    });
  if (parameters.a) solve(false);
  if (parameters.with) compare();
  return [
    card(
        null,
        h("div.row", {}, field.element, button("Look", () => search(field.input.value.trim())),
          h("a.button.plain", {href: address("map", name, {q: parameters.q})}, "On the map")),
        near),
    h("div.columns", {},
      card("An analogy", h("div.row", {}, parts.map((part) => part.element), button("Solve", () => solve())), analogy),
      card("Two words", h("div.row", {}, second.element, button("Compare", () => compare(true))), compared))
  ];
}
