// Correspondence analysis: rows and columns as points of a plane, what each contributes, and the table behind a point.
import {ask} from "./api.js";
import {bars} from "./charts.js";
import {card, choice, field, h, into, narrow, number, percent, replace, svg, table} from "./dom.js";

export const title = "Table";
export const lead = "Rows and columns of a table as points: near means that they occur together more than by chance.";
export const fits = (model) => model.traits.includes("table");

const width = narrow() ? 358 : 720, height = narrow() ? 380 : 520, edge = 46;

/** Both sides on two axes; the size of a point is what it contributes to them. */
function biplot(points, axes, x, y, chosen, on_pick) {
  const at = (point, axis) => point[`coordinate_${axis}`];
  const reach = (axis) => Math.max(1e-9, ...points.map((point) => Math.abs(at(point, axis)))) * 1.12;
  const scale = Math.min((width / 2 - edge) / reach(x), (height / 2 - edge) / reach(y));
  const px = (point) => width / 2 + at(point, x) * scale, py = (point) => height / 2 - at(point, y) * scale;
  const weight = (point) => (point[`contribution_${x}`] ?? 0) * axes[x - 1].share + (point[`contribution_${y}`] ?? 0) * axes[y - 1].share;
  const order = [...points].sort((a, b) => weight(b) - weight(a)), size = (point) => 4 + 9 * Math.sqrt(weight(point));
  const boxes = points.map((point) => [px(point) - size(point), px(point) + size(point), py(point) - size(point), py(point) + size(point)]);
  const place = (point) => {  // to the right of the point, or else where it is free
    const wide = point.label.length * 7.8 + 4, off = size(point) + 5;
    for (const [dx, dy, anchor] of [[off, 5, "start"], [-off, 5, "end"], [0, -off, "middle"], [0, off + 12, "middle"]]) {
      const from = px(point) + dx - (anchor === "end" ? wide : anchor === "middle" ? wide / 2 : 0), top = py(point) + dy - 13;
      if (boxes.some(([a, b, c, d]) => from < b && from + wide > a && top < d && top + 16 > c)) continue;
      boxes.push([from, from + wide, top, top + 16]);
      return {x: px(point) + dx, y: py(point) + dy, "text-anchor": anchor};
    }
    return null;
  };
  return svg("svg.biplot", {viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Plane of the axes chosen"},
    svg("line.grid", {x1: 8, x2: width - 8, y1: height / 2, y2: height / 2}), svg("line.grid", {x1: width / 2, x2: width / 2, y1: 8, y2: height - 8}),
    svg("text.tick", {x: width - 10, y: height / 2 - 8, "text-anchor": "end"}, `axis ${x}: ${percent(axes[x - 1].share)}`),
    svg("text.tick", {x: width / 2 + 8, y: 18}, `axis ${y}: ${percent(axes[y - 1].share)}`),
    order.map((point) => {
      const text = place(point), radius = size(point), pick = () => on_pick(point);
      const shape = point.side === "rows" ? svg("circle", {cx: px(point), cy: py(point), r: radius})
                                          : svg("rect", {x: px(point) - radius, y: py(point) - radius, width: 2 * radius, height: 2 * radius, transform: `rotate(45 ${px(point)} ${py(point)})`});
      return svg("g", {class: `point ${point.side} ${point.kind} ${point === chosen ? "chosen" : ""}`, tabindex: 0, role: "button", "aria-label": `${point.label}, ${point.side === "rows" ? "row" : "column"}`,
                       onclick: pick, onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), pick())},
                 shape, text && svg("text", text, point.label));
    }));
}

export function show({model, parameters, update}) {
  const place = h("div"), load = into(place);
  load(async () => {
    const axes = (await ask("report", {model: model.name})).rows, shown = Math.min(6, axes.length);
    const [rows, columns, cells, tests] = (await Promise.all([
      ask("report", {model: model.name, part: "rows", axes: shown}), ask("report", {model: model.name, part: "columns", axes: shown}),
      ask("report", {model: model.name, part: "cells", top: 2000}), ask("report", {model: model.name, part: "tests"})])).map((answer) => answer.rows);
    const points = [...rows.map((row) => ({...row, side: "rows"})), ...columns.map((row) => ({...row, side: "columns"}))].slice(0, 600);
    let x = Math.min(shown, Number(parameters.x ?? 1)), y = Math.min(shown, Number(parameters.y ?? Math.min(2, shown)));
    let chosen = points.find((point) => point.label === parameters.q) ?? null;
    const picture = h("div"), beside = h("div.beside");
    const draw = () => {
      replace(picture, biplot(points, axes, x, y, chosen, (point) => {
        chosen = point;
        update({q: point.label}, true);
        draw();
      }));
      replace(beside, chosen ? behind(chosen, cells, [x, y]) : contributions(points, x));
    };
    const pick = (name) => (value) => {
      if (name === "x") x = Number(value);
      else y = Number(value);
      update({x, y}, true);
      draw();
    };
    const names = axes.slice(0, shown).map((axis) => [axis.axis, `${axis.axis} (${percent(axis.share)})`]);
    draw();
    const chi = tests.find((row) => row.what === "chi-squared"), v = tests.find((row) => row.what === "Cramer's V");
    return [h("div.row", {}, field("Across", choice(names, x, pick("x"))), field("Upwards", choice(names, y, pick("y"))),
              h("p.legend", {}, h("span.key.one", {}, "rows"), h("span.key.two", {}, "columns"), h("span.quiet", {}, " larger: contributes more"))),
            h("div.with-side", {}, picture, beside),
            h("p.quiet", {}, `χ² ${number(chi.value, 1)}, p ${chi.p < 1e-4 ? "< 0.0001" : number(chi.p, 4)}; Cramér's V ${number(v.value, 3)}.`)];
  });
  return card(null, place);
}

function contributions(points, axis) {
  const order = [...points].filter((point) => point[`contribution_${axis}`] !== null).sort((a, b) => b[`contribution_${axis}`] - a[`contribution_${axis}`]).slice(0, 10);
  return [h("h3", {}, `Who makes axis ${axis}`), bars(`Contributions to axis ${axis}`, order.map((point) => ({label: point.label, value: point[`contribution_${axis}`], note: point.side === "rows" ? "row" : "column"}))),
          h("p.quiet", {}, "Choose a point to see the table behind it.")];
}

function behind(point, cells, axes) {
  const own = cells.filter((cell) => cell[point.side === "rows" ? "row" : "column"] === point.label);
  return [h("h3", {}, point.label),
          h("dl.facts", {}, [["mass", percent(point.mass ?? 0)], ["share of inertia", percent(point.inertia ?? 0)],
            ...axes.map((axis) => [`axis ${axis}`, `${number(point[`coordinate_${axis}`])}; contributes ${percent(point[`contribution_${axis}`] ?? 0)}, cos² ${number(point[`cos2_${axis}`], 2)}`])]
            .map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
          table("Its cells, the most surprising first", [["", (cell) => (point.side === "rows" ? cell.column : cell.row)], ["count", (cell) => number(cell.count), "n"],
            ["expected", (cell) => number(cell.expected, 1), "n"], ["residual", (cell) => number(cell.residual, 1), "n"]], own.slice(0, 40))];
}
