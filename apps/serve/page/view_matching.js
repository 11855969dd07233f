// Two lists that nobody has paired: the matches, the doubtful first; accept, reject or mend some, and run again.
import {ask, example} from "./api.js";
import {button, card, choice, field, h, into, number, plural, replace, svg, warnings} from "./dom.js";
import {download, drop_zone, lines_of, rows_of} from "./files.js";

export const title = "Matching";
export const lead = "Two lists, in any order and any script: who belongs to whom.";

const most_shown = 40, row_height = 38, most_doubtful = 10;

export function show({parameters, update}) {
  const result = h("div"), load = into(result);
  const areas = ["Left", "Right"].map((name, side) => h("textarea", {rows: 6, class: side ? "right" : "left", spellcheck: "false"}));
  let decided = new Map(), before = null, method = parameters.method ?? "auto";
  const seeds = () => [...decided].filter(([, one]) => one.accepted).map(([left, one]) => [left, one.right]);
  const run = () => load(async () => {
    const left = lines_of(areas[0].value), right = lines_of(areas[1].value);
    if (!left.length || !right.length) return h("p.quiet", {}, "Write or drop a list on each side.");
    const answer = await ask("match", {left, right, texts: true, method, ...(seeds().length ? {seeds: seeds()} : {})});
    const changed = before && answer.rows.filter((row) => before.get(row.left) !== row.right).length;
    const shown = matched(answer.rows, left, right, decided, before, run);
    const text = before ? `${plural(changed, "match", "matches")} changed` : plural(answer.rows.length, "match", "matches");
    before = new Map(answer.rows.map((row) => [row.left, row.right]));
    return [card("Matches", h("p.answer", {role: "status"}, text, h("span.quiet", {}, seeds().length ? ` with ${plural(seeds().length, "pair")} given` : "")), warnings(answer), shown)];
  });
  const start = () => {
    decided = new Map();
    before = null;
    run();
  };
  const use_example = async (step) => {
    [areas[0].value, areas[1].value] = await Promise.all([example("names-en.txt"), example("names-ru.txt")]);
    update({example: "1"}, step);
    start();
  };
  const known = (text) => {
    for (const [left, right] of rows_of(text).map((row) => row.map(Number)))
      if (Number.isInteger(left) && Number.isInteger(right)) decided.set(left, {accepted: true, right});
    run();
  };
  if (parameters.example) use_example(false);
  return [card(null, h("div.columns.couplet", {}, areas.map((area, side) => h("div", {}, field(side ? "Right list" : "Left list", area, "One a line."),
            drop_zone("a list", (text) => {
              area.value = text;
            })))),
            h("div.row", {}, button("Match", start), button("Use the example: 45 names", () => use_example(true), {plain: true}),
              field("Method", choice(["auto", "ks", "psmooth", "mcca"], method, (value) => {
                method = value;
                update({method});
              })))),
          h("details.card", {}, h("summary", {}, "Pairs that are known already"), drop_zone("a file with two columns of line numbers from 0", known, [["Use the example: 5 pairs", "names-seeds.tsv"]])), result];
}

function matched(rows, left, right, decided, before, run) {
  const order = [...rows].sort((a, b) => a.confidence - b.confidence), shown = order.slice(0, most_shown);
  const state = (row) => decided.get(row.left);
  const list = h("div.matching"), tools = h("p.buttons");
  const place_of_right = new Map(shown.map((row, at) => [row.right, at]));
  const middle = (at) => at * row_height + row_height / 2;
  const decide = (row, what) => {
    if (what) decided.set(row.left, what);
    else decided.delete(row.left);
    draw();
  };
  function draw() {
    const lines = shown.flatMap((row, at) => {
      const one = state(row), to = place_of_right.get(one?.accepted ? one.right : row.right), other = place_of_right.get(row.runner_up);
      return [other !== undefined && !one && at < most_doubtful && svg("path.other", {d: `M0 ${middle(at)}C40 ${middle(at)} 60 ${middle(other)} 100 ${middle(other)}`}),
              to !== undefined && !(one && !one.accepted) && svg("path", {class: one?.accepted ? "sure" : row.note === "seed" ? "sure" : row.confidence < 0.5 ? "doubt" : "", d: `M0 ${middle(at)}C40 ${middle(at)} 60 ${middle(to)} 100 ${middle(to)}`})];
    });
    const picture = svg("svg", {viewBox: `0 0 100 ${shown.length * row_height}`, preserveAspectRatio: "none", "aria-hidden": "true"}, lines.filter(Boolean));
    picture.style.height = `${shown.length * row_height}px`;
    replace(list, h("ol.side", {}, shown.map((row) => h("li", {}, h("span.figure", {}, number(row.confidence)), h("span.left", {}, row.left_text ?? left[row.left])))), picture,
      h("ol.side", {}, shown.map((row) => {
        const one = state(row), name = left[row.left], changed = before && before.get(row.left) !== undefined && before.get(row.left) !== row.right;
        return h("li", {}, h("span.right", {class: one && !one.accepted ? "right struck" : "right"}, right[row.right], changed && h("em.changed", {}, " new")),
          h("span.decide", {}, button("✓", () => decide(row, one?.accepted ? null : {accepted: true, right: row.right}), {plain: true, "aria-label": `Accept ${name}: ${right[row.right]}`, "aria-pressed": String(Boolean(one?.accepted))}),
            button("✕", () => decide(row, one && !one.accepted ? null : {accepted: false}), {plain: true, "aria-label": `Reject ${name}: ${right[row.right]}`, "aria-pressed": String(Boolean(one && !one.accepted))}),
            choice([["", "mend…"], ...right.map((text, number_) => [number_, text])], one?.accepted && one.right !== row.right ? one.right : "", (value) => decide(row, value === "" ? null : {accepted: true, right: Number(value)}), {"aria-label": `Another partner for ${name}`})));
      })));
    const accepted = [...decided.values()].filter((one) => one.accepted).length;
    replace(tools, button(accepted ? `Run again with ${plural(accepted, "pair")} given` : "Run again", run), button("Download", save, {plain: true}),
            h("span.quiet", {}, shown.length < rows.length ? ` The ${shown.length} most doubtful of ${rows.length}; dashed: runners-up of the first ten.` : " The most doubtful first; dashed: runners-up of the first ten."));
  }
  function save() {
    const lines = rows.filter((row) => state(row)?.accepted !== false).map((row) => {
      const to = state(row)?.accepted ? state(row).right : row.right;
      return `${row.left}\t${to}\t${row.confidence}\t${left[row.left]}\t${right[to]}\n`;
    });
    download("matched.tsv", "left\tright\tconfidence\tleft_text\tright_text\n" + lines.join(""));
  }
  draw();
  return [tools, h("div.scroll", {tabindex: 0, role: "region", "aria-label": "Matches, the most doubtful first"}, list)];
}
