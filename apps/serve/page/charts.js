// Small pictures: bars, a strip with points, a heat map, dots with whiskers.
import {h, narrow, number, share_of, signed, svg} from "./dom.js";

/** A row a bar, from a common zero. rows: [{label, value, note, onclick, current}]. */
export function bars(caption, rows, {digits = 3, most} = {}) {
  const low = Math.min(0, ...rows.map((row) => row.value)),
        high = Math.max(0, most ?? 0, ...rows.map((row) => row.value));
  const span = high - low || 1;
  return h(
      rows.some((row) => String(row.label).length > 30) ? "ol.bars.long" : "ol.bars", {"aria-label": caption},
      rows.map((row) => {
        const bar = h(row.value < 0 ? "span.bar.minus" : "span.bar");
        bar.style.left = share_of((Math.min(0, row.value) - low) / span);
        bar.style.width = `max(2px, ${(100 * Math.abs(row.value)) / span}%)`;
        const name = row.onclick ?
            h("button.word", {type: "button", onclick: row.onclick, "aria-pressed": row.current ?? null}, row.label) :
            h("span.name", {}, row.label);
        return h(
            "li", {}, name, h("span.track", {"aria-hidden": "true"}, bar),
            h("span.figure", {}, number(row.value, digits)), row.note && h("span.note", {}, row.note));
      }));
}

/** Rows of labels that do not lie on each other: for each its row, or -1. boxes: [[from, to]] by importance. */
export function label_rows(boxes, rows) {
  const taken = Array.from({length: rows}, () => []);
  return boxes.map(([from, to]) => {
    const row = taken.findIndex((list) => list.every(([a, b]) => to < a || from > b));
    if (row >= 0) taken[row].push([from, to]);
    return row;
  });
}

/** Points on an axis. points: [{label, value, kind, onclick}]; bands: [[from, to, text]]; ticks: values. */
export function strip(caption, points, {
  low = -1,
  high = 1,
  ticks = [-1, -0.5, 0, 0.5, 1],
  bands = [],
  ends = [],
  rows = narrow() ? 9 : 5,
  width = narrow() ? 358 : 960
} = {}) {
  if (narrow() && ticks.length > 3) ticks = ticks.filter((_, at) => at % 2 === 0);
  const left = 24, right = width - 24, base = 24 + rows * 19,
        x = (value) => left + ((right - left) * (Math.min(high, Math.max(low, value)) - low)) / (high - low);
  const box = (point) => {
    const size = point.label.length * 7.4 + 8,
          middle = Math.min(right - size / 2 + 20, Math.max(left + size / 2 - 20, x(point.value)));
    return [middle - size / 2, middle + size / 2];
  };
  const placed = label_rows(points.map(box), rows);
  return h(
      "figure.strip", {},
      svg("svg", {
        viewBox: `0 0 ${width} ${base + 46}`,
        role: "img",
        "aria-label": `${caption}: ${points.map((point) => `${point.label} ${number(point.value)}`).join(", ")}`
      },
          bands.map(
              ([from, to, text]) =>
                  [svg("rect.band", {x: x(from), y: 8, width: x(to) - x(from), height: base - 8}),
                   svg("text.tick", {x: (x(from) + x(to)) / 2, y: base + 36, "text-anchor": "middle"}, text)]),
          svg("line.axis", {x1: left, x2: right, y1: base, y2: base}),
          ticks.map(
              (tick) =>
                  [svg("line.axis", {x1: x(tick), x2: x(tick), y1: base, y2: base + 5}),
                   svg("text.tick", {x: x(tick), y: base + 18, "text-anchor": "middle"},
                       number(tick, tick % 1 ? 1 : 0))]),
          ends.map(
              (text, side) => svg(
                  "text.tick", {x: side ? right : left, y: base + 36, "text-anchor": side ? "end" : "start"}, text)),
          points.map((point, at) => {
            if (placed[at] < 0)
              return svg("circle", {class: `dot ${point.kind ?? ""}`, cx: x(point.value), cy: base, r: 3});
            const [from, to] = box(point), y = base - 14 - placed[at] * 19;
            return svg(
                "g", {class: `mark ${point.kind ?? ""}`, onclick: point.onclick},
                svg("line.lead", {x1: x(point.value), x2: x(point.value), y1: base, y2: y + 3}),
                svg("circle.dot", {cx: x(point.value), cy: base, r: 4}),
                svg("text", {x: (from + to) / 2, y, "text-anchor": "middle"}, point.label));
          })));
}

/** Word pairs of texts {left, right} as a table whose cells add up to the score; a pair named twice is added up. */
export function heat_map(cells, score, texts) {
  const in_order = (side) => {  // of the text, where the word can be found there
    const text = texts[side].toLowerCase(), place = (word) => (text.indexOf(word.toLowerCase()) + 1 || Infinity);
    return [...new Set(cells.map((cell) => cell[side]))].sort((a, b) => place(a) - place(b) || 0);
  };
  const lefts = in_order("left"), rights = in_order("right");
  const value = new Map();
  for (const cell of cells)
    value.set(cell.left + "\t" + cell.right, (value.get(cell.left + "\t" + cell.right) ?? 0) + cell.value);
  const at = (left, right) => value.get(left + "\t" + right) ?? 0;
  const most = Math.max(1e-12, ...[...value.values()].map(Math.abs));
  const sum = (list) => list.reduce((total, one) => total + one, 0);
  const shade = (number_, cell) => {
    const part = Math.round(46 * Math.sqrt(Math.abs(number_) / most));
    cell.style.backgroundColor = `color-mix(in srgb, var(${number_ < 0 ? "--minus" : "--plus"}) ${part}%, transparent)`;
    return cell;
  };
  return [
    h("p.quiet", {}, `The values of all word pairs add up to the score, ${number(score, 4)}.`),
    h("div.scroll", {tabindex: 0, role: "region", "aria-label": "Word by word"},
      h("table.heat", {},
        h("thead", {},
          h("tr", {}, h("td"), rights.map((right) => h("th.right", {scope: "col"}, right)),
            h("th.sum", {scope: "col"}, "Σ"))),
        h("tbody", {},
          lefts.map(
              (left) =>
                  h("tr", {}, h("th.left", {scope: "row"}, left),
                    rights.map((right) => shade(at(left, right), h("td", {}, number(at(left, right))))),
                    h("td.sum", {}, number(sum(rights.map((right) => at(left, right)))))))),
        h("tfoot", {},
          h("tr", {}, h("th.sum", {scope: "row"}, "Σ"),
            rights.map((right) => h("td.sum", {}, number(sum(lefts.map((left) => at(left, right)))))),
            h("td.sum.whole", {}, number(sum([...value.values()]), 4))))))
  ];
}

/** Figures with their intervals. rows: [{label, value, low, high, kind}]. */
export function whiskers(caption, rows, {low, high, width = narrow() ? 358 : 720, zero = false} = {}) {
  const ends =
      rows.flatMap((row) => [row.value, row.low, row.high]).filter((value) => value !== null && value !== undefined);
  const reach = Math.max(...ends.map(Math.abs), 1e-9);  // around zero both ways look alike
  const from = zero ? -reach : low ?? Math.min(...ends), to = zero ? reach : high ?? Math.max(...ends),
        span = to - from || 1;
  const digits = Math.max(2, Math.ceil(-Math.log10(span)) + 1);
  const left = narrow() ? 100 : 190, right = width - 72, x = (value) => left + ((value - from) / span) * (right - left),
        height = rows.length * 30 + 34;
  return svg(
      "svg.whiskers", {
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": `${caption}: ${
            rows.map((row) => `${row.label} ${number(row.value)} (${number(row.low)} to ${number(row.high)})`)
                .join(", ")}`
      },
      (narrow() ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1])
          .map(
              (part) =>
                  [svg("line.grid", {x1: x(from + part * span), x2: x(from + part * span), y1: 4, y2: height - 28}),
                   svg("text.tick", {x: x(from + part * span), y: height - 10, "text-anchor": "middle"},
                       zero ? signed(from + part * span, digits) : number(from + part * span, digits))]),
      rows.map((row, at) => {
        const y = 20 + at * 30;
        return svg(
            "g", {class: row.kind ?? ""}, svg("text", {x: left - 12, y: y + 4, "text-anchor": "end"}, row.label),
            row.low !== null && svg("line.whisker", {x1: x(row.low), x2: x(row.high), y1: y, y2: y}),
            svg("circle.dot", {cx: x(row.value), cy: y, r: 5}),
            svg("text", {x: right + 12, y: y + 4}, number(row.value)));
      }));
}
