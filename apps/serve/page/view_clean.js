// A file of pairs: the quality of each, a threshold to move, what stays and what goes, and why.
import {ask, example} from "./api.js";
import {button, card, h, into, number, percent, plural, replace, table} from "./dom.js";
import {download, drop_zone, rows_of} from "./files.js";
import {histogram} from "./histogram.js";
import {address} from "./state.js";

export const title = "Clean";
export const lead = "Drop a file of pairs and find those that do not belong together.";
export const fits = (model) => model.tasks.includes("filter");

const page = 25;

export function show({model, parameters, update}) {
  const result = h("div"), load = into(result);
  const take = (text, name) => load(async () => {
    const lines = rows_of(text), pairs = lines.map((fields) => fields.slice(0, 2));
    // Above any quality: every pair comes with the reason it would go for.
    const answer = await ask("filter", {model: model.name, pairs, each: true, "min-quality": 1e300});
    const judged = answer.rows.filter((row) => row.schema === "couplet.judged/1");
    const random = judged.pop().quality;
    return judged_file(
        model, judged, random, lines, name, parameters.cut === undefined ? null : Number(parameters.cut),
        (cut) => update({cut: cut.toFixed(3)}));
  });
  const [brought, about] =
      model.job === "cleaning" ? ["crawl.tsv", "560 pairs, some sixty spoilt"] : ["pairs.tsv", "120 pairs, 12 spoilt"];
  if (parameters.example) example(brought).then((text) => take(text, brought));
  return [
    card(
        null,
        drop_zone(
            "a file of pairs, two columns with a tab between,",
            (text, name) => {
              update({example: name === brought ? "1" : "", cut: undefined}, true);
              delete parameters.cut;
              take(text, name);
            },
            [[`Use the example: ${about}`, brought]]),
        h("p.quiet", {}, "Nothing leaves this machine.")),
    result
  ];
}

/** What its quality means: of a model that gives probabilities the log odds, of others deviations. */
const scales = {
  odds: {text: "log odds that a pair is good", marks: [[0, "as likely good as bad"]]},
  deviations: {text: "quality: deviations from a typical training pair", marks: [[0, "typical"]]}
};

function judged_file(model, judged, random, lines, name, start, on_cut) {
  const scale = model.traits.includes("probabilities") ? scales.odds : scales.deviations;
  const scored = judged.filter((row) => row.quality !== null).sort((a, b) => a.quality - b.quality);
  const unknown = judged.filter((row) => row.quality === null);
  if (!scored.length) return h("p.problem", {role: "alert"}, "No pair has a word that the model knows.");
  let cut = start ?? (scale === scales.odds ? 0 : scored[Math.floor(scored.length * 0.1)].quality);
  const stays = (row) => row.quality !== null && row.quality >= cut;
  const counts = h("p.answer", {role: "status"}), sides = h("div.columns"), reasons = h("div"), list = h("div");
  let shown = page, only = "all";
  const text_of = (row) => lines[row.pair];
  const why = (row) => {  // leads to its parts and words
    const [left, right] = text_of(row);
    return model.traits.includes("reasons") && h("a", {href: address("pairs", model.name, {left, right})}, "why");
  };
  const pair = (row) =>
      h("li", {}, h("span.left", {}, text_of(row)[0]), h("span.right", {}, text_of(row)[1] ?? ""),
        h("span.quiet", {}, `${number(row.quality, 2)}${stays(row) ? "" : " · " + row.reason}`));
  const draw = () => {
    const at = scored.findIndex(stays), edge = at < 0 ? scored.length : at, kept = scored.length - edge;
    replace(
        counts, `${plural(kept, "pair")} kept`,
        h("span.quiet", {}, `, ${judged.length - kept} dropped (${percent((judged.length - kept) / judged.length)})`));
    replace(
        sides,
        h("div", {}, h("h3", {}, "Just dropped"),
          h("ol.examples", {}, scored.slice(Math.max(0, edge - 4), edge).reverse().map(pair))),
        h("div", {}, h("h3", {}, "Just kept"), h("ol.examples", {}, scored.slice(edge, edge + 4).map(pair))));
    const why = new Map();
    for (const row of judged)
      if (!stays(row)) why.set(row.reason, (why.get(row.reason) ?? 0) + 1);
    replace(reasons, h("p", {}, [...why].map(([reason, count]) => h("span.chip", {}, `${reason}: ${count}`))));
    draw_list();
  };
  const draw_list = () => {
    const rows = [...unknown, ...scored].filter((row) => only === "all" || stays(row) === (only === "kept"));
    replace(
        list,
        h("p.buttons", {},
          ["all", "dropped", "kept"].map(
              (what) => button(
                  what[0].toUpperCase() + what.slice(1),
                  () => {
                    only = what;
                    shown = page;
                    draw_list();
                  },
                  {plain: true, "aria-pressed": String(only === what)}))),
        table(
            "All pairs, the most doubtful first",
            [
              ["line", (row) => number(row.pair + 1), "n"], ["quality", (row) => number(row.quality, 2), "n"],
              ["z", (row) => number(row.z, 2), "n"],
              [
                "",
                (row) => [stays(row) ? h("span.kept", {}, "kept") : h("span.dropped", {}, row.reason), " ", why(row)]
              ],
              ["left", (row) => text_of(row)[0], "wide"], ["right", (row) => text_of(row)[1] ?? "", "wide"]
            ],
            rows.slice(0, shown)),
        rows.length > shown && button(`Show ${Math.min(page, rows.length - shown)} more`, () => {
          shown += page;
          draw_list();
        }, {plain: true}));
  };
  const save = (kind, which) => download(
      name.replace(/(\.[^.]*)?$/, `.${kind}$1`),
      judged.filter(which).map((row) => lines[row.pair].join("\t") + "\n").join(""));
  const picture = histogram(scored.map((row) => row.quality), {
    cut,
    scale: scale.text,
    marks: [[random, "a random pair"], ...scale.marks],
    on_cut: (value) => {
      cut = value;
      draw();
      on_cut(value);
    }
  });
  draw();
  return [
    card(
        "Quality", counts, picture, h("p.quiet", {}, "Drag the line, or use the arrow keys when it has the focus."),
        reasons,
        h("p.buttons", {}, button("Download what is kept", () => save("kept", stays)),
          button("Download what is dropped", () => save("dropped", (row) => !stays(row)), {plain: true}))),
    card("At the threshold", sides), card("Pair by pair", list)
  ];
}
