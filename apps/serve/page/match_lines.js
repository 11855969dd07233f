// Matches as two columns with lines between, and buttons to decide about each.
import {button, choice, h, number, plural, replace, svg} from "./dom.js";
import {download} from "./files.js";

const most_shown = 40, row_height = 38, most_doubtful = 10;

/**
 * The most doubtful first. decided: by left row, what was accepted or rejected here; before: partners of the last run.
 * told: says what the next run is given, by the numbers of accepted and newly rejected pairs.
 */
export function match_lines(rows, left, right, decided, before, told, run) {
  const order = [...rows].sort((a, b) => a.confidence - b.confidence), shown = order.slice(0, most_shown);
  const state = (row) => decided.get(row.left);
  const list = h("div.matching"), tools = h("p.buttons");
  const place_of_right = new Map(shown.map((row, at) => [row.right, at]));
  const middle = (at) => at * row_height + row_height / 2;
  const decide = (row, what) => {
    if (what)
      decided.set(row.left, what);
    else
      decided.delete(row.left);
    draw();
  };
  function draw() {
    const lines = shown.flatMap((row, at) => {
      const one = state(row), to = place_of_right.get(one?.accepted ? one.right : row.right),
            other = place_of_right.get(row.runner_up);
      return [
        other !== undefined && !one && at < most_doubtful &&
            svg("path.other", {d: `M0 ${middle(at)}C40 ${middle(at)} 60 ${middle(other)} 100 ${middle(other)}`}),
        to !== undefined && !(one && !one.accepted) && svg("path", {
          class: one?.accepted     ? "sure" :
              row.note === "seed"  ? "sure" :
              row.confidence < 0.5 ? "doubt" :
                                     "",
          d: `M0 ${middle(at)}C40 ${middle(at)} 60 ${middle(to)} 100 ${middle(to)}`
        })
      ];
    });
    const picture = svg(
        "svg", {viewBox: `0 0 100 ${shown.length * row_height}`, preserveAspectRatio: "none", "aria-hidden": "true"},
        lines.filter(Boolean));
    picture.style.height = `${shown.length * row_height}px`;
    replace(
        list,
        h("ol.side", {},
          shown.map(
              (row) =>
                  h("li", {}, h("span.figure", {}, number(row.confidence)),
                    h("span.left", {}, row.left_text ?? left[row.left])))),
        picture, h("ol.side", {}, shown.map((row) => {
          const one = state(row), name = left[row.left],
                changed = before && before.get(row.left) !== undefined && before.get(row.left) !== row.right;
          return h(
              "li", {},
              h("span.right", {class: one && !one.accepted ? "right struck" : "right"}, right[row.right],
                changed && h("em.changed", {}, " new")),
              h("span.decide", {},
                button("✓", () => decide(row, one?.accepted ? null : {accepted: true, right: row.right}), {
                  plain: true,
                  "aria-label": `Accept ${name}: ${right[row.right]}`,
                  "aria-pressed": String(Boolean(one?.accepted))
                }),
                button("✕", () => decide(row, one && !one.accepted ? null : {accepted: false, right: row.right}), {
                  plain: true,
                  "aria-label": `Reject ${name}: ${right[row.right]}`,
                  "aria-pressed": String(Boolean(one && !one.accepted))
                }),
                choice(
                    [["", "mend…"], ...right.map((text, number_) => [number_, text])],
                    one?.accepted && one.right !== row.right ? one.right : "",
                    (value) => decide(row, value === "" ? null : {accepted: true, right: Number(value)}),
                    {"aria-label": `Another partner for ${name}`})));
        })));
    const all = [...decided.values()], accepted = all.filter((one) => one.accepted).length;
    const given = told(accepted, all.length - accepted);
    replace(
        tools, button(given ? `Run again with ${given}` : "Run again", run), button("Download", save, {plain: true}),
        h("span.quiet", {},
          shown.length < rows.length ?
              ` The ${shown.length} most doubtful of ${rows.length}; dashed: runners-up of the first ten.` :
              " The most doubtful first; dashed: runners-up of the first ten."));
  }
  function save() {
    const lines = rows.filter((row) => state(row)?.accepted !== false).map((row) => {
      const to = state(row)?.accepted ? state(row).right : row.right;
      return `${row.left}\t${to}\t${row.confidence}\t${left[row.left]}\t${right[to]}\n`;
    });
    download("matched.tsv", "left\tright\tconfidence\tleft_text\tright_text\n" + lines.join(""));
  }
  draw();
  return [
    tools, h("div.scroll", {tabindex: 0, role: "region", "aria-label": "Matches, the most doubtful first"}, list)
  ];
}
