// Correspondence analysis: rows and columns as points of a plane, what each contributes, the table behind a point, and
// further rows and columns placed among them.
import {ask} from "./api.js";
import {biplot} from "./biplot.js";
import {bars} from "./charts.js";
import {button, card, choice, field, h, into, number, percent, replace, table, warnings} from "./dom.js";

export const title = "Table";
export const lead = "Rows and columns of a table as points: near means that they occur together more than by chance.";
export const fits = (model) => model.traits.includes("table");

const most_points = 600;

/** Lines "name, count, count, ..." in the order of the labels, or "name, label=count, ...": [[name, Map of counts]]. */
function lines_of_counts(text, labels) {
  return text.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => {
    const [name, ...cells] = line.split(/[\t,;]/.test(line) ? /\s*[\t,;]\s*/ : /\s+/);
    const counts = cells.map((cell, at) => {
      const equals = cell.lastIndexOf("=");
      return equals < 0 ? [labels[at] ?? `the ${at + 1}th count`, cell] :
                          [cell.slice(0, equals), cell.slice(equals + 1)];
    });
    return [name, new Map(counts)];
  });
}

/** As a table with a header; across: the lines are its columns. */
function extra_table(text, labels, across) {
  const lines = lines_of_counts(text, labels);
  if (!lines.length) return null;
  const all = [...new Set([...labels, ...lines.flatMap(([, counts]) => [...counts.keys()])])];
  if (!across)
    return [["", ...all], ...lines.map(([name, counts]) => [name, ...all.map((label) => counts.get(label) ?? 0)])];
  return [
    ["", ...lines.map(([name]) => name)],
    ...all.map((label) => [label, ...lines.map(([, counts]) => counts.get(label) ?? 0)])
  ];
}

export function show({model, parameters, update}) {
  const place = h("div"), load = into(place), told = h("div", {"aria-live": "polite"}), place_extra = into(told);
  const report = (part, options = {}) => ask("report", {model: model.name, part, ...options});
  load(async () => {
    const axes = (await report("axes")).rows, shown = Math.min(6, axes.length);
    const [rows, columns, cells, tests] =
        (await Promise.all([
          report("rows", {axes: shown}), report("columns", {axes: shown}), report("cells", {top: 2000}), report("tests")
        ])).map((answer) => answer.rows);
    const active = [...on_side(rows, "rows"), ...on_side(columns, "columns")].slice(0, most_points);
    let points = active, extra_counts = new Map();
    let x = Math.min(shown, Number(parameters.x ?? 1)), y = Math.min(shown, Number(parameters.y ?? Math.min(2, shown)));
    const named = (label) => points.find((point) => point.label === label) ?? null;
    let chosen = named(parameters.q);
    const picture = h("div"), beside = h("div.beside"), legend = h("p.legend");
    const draw = () => {
      replace(picture, biplot(points, axes, x, y, chosen, (point) => {
                chosen = point;
                update({q: point.label}, true);
                draw();
              }));
      replace(
          legend, h("span.key.one", {}, "rows"), h("span.key.two", {}, "columns"),
          points !== active && h("span.key.hollow", {}, "placed afterwards"),
          h("span.quiet", {}, "larger: contributes more"));
      replace(
          beside,
          !chosen                             ? contributions(active, x) :
              chosen.kind === "supplementary" ? placed(chosen, extra_counts.get(chosen.label), [x, y]) :
                                                behind(chosen, cells, [x, y]));
    };
    const pick = (name) => (value) => {
      if (name === "x")
        x = Number(value);
      else
        y = Number(value);
      update({x, y}, true);
      draw();
    };
    const labels = {rows: rows.map((row) => row.label), columns: columns.map((row) => row.label)};
    const areas = {rows: area(parameters.rows), columns: area(parameters.columns)};
    const extra = (step) => {
      const text = {rows: areas.rows.value, columns: areas.columns.value};
      update(text, step);
      place_extra(async () => {
        const asked = [
          ["rows", extra_table(text.rows, labels.columns, false)],
          ["columns", extra_table(text.columns, labels.rows, true)]
        ].filter(([, lines]) => lines);
        const answers =
            await Promise.all(asked.map(([side, lines]) => report(side, {axes: shown, [`extra-${side}`]: lines})));
        const further = asked.flatMap(([side], at) => on_side(answers[at].rows, side))
                            .filter((point) => point.kind === "supplementary");
        points = further.length ? [...active, ...further] : active;
        extra_counts =
            new Map([...lines_of_counts(text.rows, labels.columns), ...lines_of_counts(text.columns, labels.rows)]);
        chosen = named(chosen?.label ?? parameters.q);
        draw();
        return answers.map(warnings);
      });
    };
    const names = axes.slice(0, shown).map((axis) => [axis.axis, `${axis.axis} (${percent(axis.share)})`]);
    draw();
    if (parameters.rows || parameters.columns) extra(false);
    const chi = tests.find((row) => row.what === "chi-squared"), v = tests.find((row) => row.what === "Cramer's V");
    return [
      h("div.row", {}, field("Across", choice(names, x, pick("x"))), field("Upwards", choice(names, y, pick("y"))),
        legend),
      h("div.with-side", {}, picture, beside),
      h("p.quiet", {},
        `χ² ${number(chi.value, 1)}, p ${chi.p < 1e-4 ? "< 0.0001" : number(chi.p, 4)}; Cramér's V ${
            number(v.value, 3)}.`),
      h("details.card", {open: Boolean(parameters.rows || parameters.columns)},
        h("summary", {}, "Place further rows and columns"),
        h("p.quiet", {},
          "They are drawn hollow, have no weight, and change nothing. A line each: its name and its counts."),
        h("div.columns", {}, field("Further rows", areas.rows, hint(labels.columns)),
          field("Further columns", areas.columns, hint(labels.rows))),
        button("Place them", () => extra(true)), told)
    ];
  });
  return card(null, place);
}

const on_side = (rows, side) => rows.map((row) => ({...row, side}));
const area = (value) => h("textarea", {rows: 3, spellcheck: "false", value: value ?? ""});
/** How a line is written: the order of the counts, where there are few. */
const hint = (labels) => labels.length <= 8 ? `name, then the counts of ${labels.join(", ")}` :
                                              `name, then ${labels[0]}=3, ${labels[1]}=1 and so on`;

/** Coordinates and squared cosines of a point on the axes shown; contributions where it has any. */
function facts(point, axes, first) {
  const on_axis = (axis) => {
    const part = point[`contribution_${axis}`], cosine = `cos² ${number(point[`cos2_${axis}`], 2)}`;
    return [number(point[`coordinate_${axis}`]), part !== null && `contributes ${percent(part)}`, cosine]
        .filter(Boolean)
        .join(", ");
  };
  const list = [...first, ...axes.map((axis) => [`axis ${axis}`, on_axis(axis)])];
  return h("dl.facts", {}, list.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

function placed(point, counts, axes) {
  return [
    h("h3", {}, point.label), h("p.quiet", {}, `A ${point.side === "rows" ? "row" : "column"} placed afterwards.`),
    facts(point, axes, []),
    table("Its counts", [["", ([label]) => label], ["count", ([, count]) => count, "n"]], [...(counts ?? [])])
  ];
}

function contributions(points, axis) {
  const order = [...points]
                    .filter((point) => point[`contribution_${axis}`] !== null)
                    .sort((a, b) => b[`contribution_${axis}`] - a[`contribution_${axis}`])
                    .slice(0, 10);
  return [
    h("h3", {}, `Who makes axis ${axis}`),
    bars(`Contributions to axis ${axis}`, order.map((point) => ({
                                                      label: point.label,
                                                      value: point[`contribution_${axis}`],
                                                      note: point.side === "rows" ? "row" : "column"
                                                    }))),
    h("p.quiet", {}, "Choose a point to see the table behind it.")
  ];
}

function behind(point, cells, axes) {
  const own = cells.filter((cell) => cell[point.side === "rows" ? "row" : "column"] === point.label);
  return [
    h("h3", {}, point.label),
    facts(point, axes, [["mass", percent(point.mass)], ["share of inertia", percent(point.inertia)]]),
    table(
        "Its cells, the most surprising first",
        [
          ["", (cell) => (point.side === "rows" ? cell.column : cell.row)],
          ["count", (cell) => number(cell.count), "n"], ["expected", (cell) => number(cell.expected, 1), "n"],
          ["residual", (cell) => number(cell.residual, 1), "n"]
        ],
        own.slice(0, 40))
  ];
}
