// Texts across languages: the nearest of a collection, which words carried it, and both languages on one map.
import {ask, example} from "./api.js";
import {button, card, choice, field, h, into, number, plural, problem, replace, warnings} from "./dom.js";
import {drop_zone, lines_of, rows_of} from "./files.js";
import {scatter} from "./scatter.js";
import {why} from "./view_pairs.js";

export const title = "Texts";
export const lead = "Type a text and find the nearest of a collection: in another language, or its reply.";
export const fits = (model) => model.traits.includes("texts") && !model.traits.includes("words");

const most_beside = 500;

/** What a margin is measured with. */
function about_margin(nearest, beside) {
  const enough = beside + 1 >= 4 * nearest;  // else the answer divides by the text's own mean
  const measured = enough ?
      `the texts of the map below (${beside}) as other queries` :
      `the text's own nearest alone, as there are fewer than ${
          4 * nearest} queries: drop a file of pairs on the map below, and they are taken from it`;
  return `Margin: the score divided by the mean score of both texts with their ${
             nearest} nearest of the other side, so ` +
      `that a text that is near to everything wins less; above 1 a pair stands out. Measured with ${measured}.`;
}

export function show({model, parameters, update, collections, demo}) {
  const found = h("div", {"aria-live": "polite"}), map_place = h("div"), load = into(found), load_map = into(map_place);
  const text = h("textarea", {rows: 2, class: "left", value: parameters.q ?? ""});
  let among = parameters.among ?? collections[0] ?? "", own = null, margin = Number(parameters.margin ?? 0),
      others = [];
  const run = (step) => {
    const query = text.value.trim();
    update({q: query, among, margin: margin || ""}, step);
    if (!query) return;
    if (!own && !among) return replace(found, h("p.quiet", {}, "Drop a collection below first: one text a line."));
    load(async () => {
      const beside = margin ? others.filter((other) => other !== query) : [];
      const answer = await ask(
          "rank",
          {model: model.name, queries: [query, ...beside], among: own ?? among, top: 10, ...(margin ? {margin} : {})});
      answer.rows = answer.rows.filter((row) => row.query === 0);
      const best = answer.rows[0]?.score ?? 0, reasons = h("div.reasons");
      const explain = into(reasons);
      const buttons = answer.rows.map((row, at) => {
        const lead = at === 0 && answer.rows[1] ? row.score - answer.rows[1].score : row.score - best;
        const bar = h("span.bar");
        bar.style.width = `${Math.max(0, (100 * row.score) / Math.max(best, 1e-9))}%`;
        return h(
            "li", {},
            h("button.hit", {type: "button", "aria-pressed": "false", onclick: () => pick(at)},
              h("span.right", {}, row.text ?? `row ${row.candidate}`), h("span.track", {"aria-hidden": "true"}, bar),
              h("span.figure", {}, number(row.score)),
              h("span.note", {},
                at === 0 ? (answer.rows[1] ? `leads by ${number(lead)}` : "") : `${number(-lead)} behind the first`)));
      });
      const pick = (at) => {
        buttons.forEach((one, other) => one.firstChild.setAttribute("aria-pressed", String(other === at)));
        explain(() => why(model, query, answer.rows[at].text));
      };
      if (answer.rows[0]?.text) pick(0);
      return [
        warnings(answer), margin > 0 && h("p.quiet", {}, about_margin(margin, beside.length)),
        answer.rows.length ? h("ol.hits", {}, buttons) :
                             h("p.warning", {}, "No word of the text is known to the model."),
        reasons
      ];
    });
  };
  const map_of = (pairs) => load_map(async () => {
    const left = pairs.map((row) => row[0]), right = pairs.map((row) => row[1]);
    others = left.slice(0, most_beside);
    if (margin && text.value.trim()) run(false);
    const answer = await ask("map", {model: model.name, left, right, layout: parameters.layout ?? "neighbours"});
    const where = new Map(answer.rows.map((row, at) => [row.kind + row.number, at]));
    const links = left.flatMap(
        (_, at) =>
            (where.has("left" + at) && where.has("right" + at) ? [[where.get("left" + at), where.get("right" + at)]] :
                                                                 []));
    return [
      h("p.legend", {}, h("span.key.one", {}, "left"), h("span.key.two", {}, "right"),
        h("span.quiet", {}, " a line joins partners")),
      warnings(answer),
      scatter(answer.rows.map((row) => ({x: row.x, y: row.y, label: row.text, group: row.kind === "left" ? 0 : 1})), {
        label: `Map of ${plural(answer.rows.length, "text")}`,
        groups: ["--left", "--right"],
        links,
        on_pick: (at) => {
          if (answer.rows[at].kind !== "left") return;
          text.value = answer.rows[at].text;
          run(true);
          text.scrollIntoView({block: "center"});
        }
      }).element
    ];
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    run(true);
  });
  if (parameters.q) run(false);
  if (demo) example("pairs.tsv").then((file) => map_of(rows_of(file)));
  return [
    card(
        null, field("Text", text, "Enter finds; Shift and Enter make a new line."),
        h("div.row", {},
          collections.length > 0 &&
              field(
                  "Among",
                  choice(
                      collections, among,
                      (name) => {
                        [among, own] = [name, null];
                        run(true);
                      })),
          field(
              "Margin",
              choice(
                  [[0, "none"], [4, "of 4 nearest"], [10, "of 10 nearest"]], margin,
                  (value) => {
                    margin = Number(value);
                    run(true);
                  })),
          button("Find", () => run(true))),
        found),
    card(
        "Another collection",
        drop_zone(
            "texts of the right side, one a line,",
            (file, name) => {
              own = lines_of(file);
              among = "";
              replace(told, `${plural(own.length, "text")} of ${name}. They stay in this page until it is closed.`);
              run(false);
            },
            [["Use the example", "right.txt"]]),
        told),
    card(
        "Map of texts", map_place,
        drop_zone(
            "a file of pairs, two columns,",
            (file) => {
              const rows = rows_of(file);
              if (rows.every((row) => row.length > 1))
                map_of(rows);
              else
                replace(
                    map_place,
                    problem({problem: "The file has lines without a tab.", remedy: "Two columns, a pair a line."}));
            },
            [["Use the example", "pairs.tsv"]]))
  ];
}
const told = h("p.quiet", {role: "status"});
