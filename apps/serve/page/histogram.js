// Histograms: one with a threshold to drag, and one with the place of a value in it.
import {h, narrow, number, percent, svg} from "./dom.js";

/** Round numbers between two, as many as there is room for. */
function ticks_between(low, high) {
  const span = high - low || 1, unit = 10 ** Math.floor(Math.log10(span / 4)),
        every = [1, 2, 5, 10].map((k) => k * unit).find((k) => span / k <= (narrow() ? 4 : 8)), ticks = [];
  for (let tick = Math.ceil(low / every) * every; tick <= high; tick += every) ticks.push(Math.round(tick * 1e6) / 1e6);
  return ticks;
}

/** Qualities as a histogram with a threshold to drag, or to move with the arrow keys. on_cut: called while it moves. */
export function histogram(values, {cut, marks = [], scale, on_cut, width = narrow() ? 358 : 960, height = 260}) {
  const sorted = [...values].sort((a, b) => a - b);
  // A few far outliers would press the rest together: the axis ends at the percentiles 0.5 and 100.
  const low = sorted[Math.floor(sorted.length * 0.005)], top = sorted.at(-1), span = top - low || 1;
  const left = 36, right = width - 12, base = height - 44,
        count = Math.min(60, Math.max(12, Math.round(2 * Math.sqrt(values.length))));
  const bins = new Array(count).fill(0);
  for (const value of values) bins[Math.min(count - 1, Math.max(0, Math.floor(((value - low) / span) * count)))]++;
  const most = Math.max(...bins),
        x = (value) => left + ((Math.min(top, Math.max(low, value)) - low) / span) * (right - left);
  const step = (right - left) / count;
  const rects = bins.map((bin, at) => svg("rect", {
                           x: left + at * step + 0.5,
                           width: step - 1,
                           y: base - (bin / most) * (base - 28),
                           height: (bin / most) * (base - 28)
                         }));
  const line =
      svg("g.cut", {
        tabindex: 0,
        role: "slider",
        "aria-label": "Threshold of quality",
        "aria-orientation": "horizontal",
        "aria-valuemin": low,
        "aria-valuemax": top
      },
          svg("rect.grip", {x: -14, y: 4, width: 28, height: base}), svg("line", {y1: 18, y2: base}),
          svg("circle", {cy: 12, r: 11}), svg("path", {d: "M-3 8l-4 4 4 4M3 8l4 4-4 4"}));
  const ticks = ticks_between(low, top);
  const picture =
      svg("svg.histogram", {viewBox: `0 0 ${width} ${height}`}, rects,
          svg("line.axis", {x1: left, x2: right, y1: base, y2: base}),
          ticks.map(
              (tick) =>
                  [svg("line.axis", {x1: x(tick), x2: x(tick), y1: base, y2: base + 5}),
                   svg("text.tick", {x: x(tick), y: base + 18, "text-anchor": "middle"}, number(tick, 1))]),
          marks.map(
              ([value, text], at) =>
                  svg("g.reference", {}, svg("line", {x1: x(value), x2: x(value), y1: 24, y2: base}),
                      svg("text.tick", {
                        x: x(value) + (x(value) > width - 90 ? -5 : 5),
                        y: 34 + 18 * at,
                        "text-anchor": x(value) > width - 90 ? "end" : "start"
                      },
                          text))),
          svg("text.tick", {x: right, y: height - 6, "text-anchor": "end"}, scale),
          svg("text.tick", {x: left, y: 14}, `${most} pairs`), line);
  const set = (value) => {
    cut = Math.min(top + span * 0.001, Math.max(low, value));
    line.setAttribute("transform", `translate(${x(cut)} 0)`);
    line.setAttribute("aria-valuenow", cut.toFixed(3));
    line.setAttribute("aria-valuetext", `quality ${number(cut, 2)}`);
    rects.forEach(
        (rect, at) => rect.setAttribute("class", low + ((at + 0.5) / count) * span >= cut ? "kept" : "dropped"));
  };
  const at_pointer = (event) => {
    const box = picture.getBoundingClientRect();
    return low + (((event.clientX - box.left) / box.width) * width - left) / (right - left) * span;
  };
  const move = (value) => {
    set(value);
    on_cut(cut);
  };
  picture.addEventListener("pointerdown", (event) => {
    picture.setPointerCapture(event.pointerId);
    line.focus({preventScroll: true});
    move(at_pointer(event));
  });
  picture.addEventListener(
      "pointermove", (event) => picture.hasPointerCapture(event.pointerId) && move(at_pointer(event)));
  line.addEventListener("keydown", (event) => {
    const way = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10}[event.key];
    if (!way && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    move(event.key === "Home" ? low : event.key === "End" ? top : cut + (way * span) / 100);
  });
  set(cut);
  return picture;
}

/** The share of what the bins [{from, to, pairs}] hold that lies below a value; within a bin, evenly. */
export function share_below(bins, value) {
  const all = bins.reduce((sum, bin) => sum + bin.pairs, 0);
  const part = (bin) => Math.min(1, Math.max(0, (value - bin.from) / (bin.to - bin.from || 1)));
  return bins.reduce((sum, bin) => sum + bin.pairs * part(bin), 0) / all;
}

function place_in_words(bins, value) {
  const all = bins.reduce((sum, bin) => sum + bin.pairs, 0), below = share_below(bins, value);
  const above = Math.max(1, Math.round(all * (1 - below))),
        them = `${all.toLocaleString("en")} re-paired training pairs.`;
  if (value < bins[0].from) return `Lower than all of ${them}`;
  if (value >= bins.at(-1).to) return `Higher than all of ${them}`;
  return above < 0.01 * all ? `Higher than all but about ${above} of ${them}` :
                              `Higher than ${percent(below)} of ${them}`;
}

/** What re-paired training pairs score, and where this pair lies among them. */
export function place_among(bins, value, {width = narrow() ? 358 : 960, height = 180} = {}) {
  const low = Math.min(bins[0].from, value), high = Math.max(bins.at(-1).to, value), pad = (high - low) * 0.03 || 1;
  const from = low - pad, span = high + pad - from, left = 12, right = width - 12, base = height - 42;
  const x = (score) => left + ((score - from) / span) * (right - left),
        most = Math.max(...bins.map((bin) => bin.pairs));
  const tall = (bin) => (bin.pairs ? Math.max(1, (bin.pairs / most) * (base - 40)) : 0);
  const told = place_in_words(bins, value);
  const end = x(value) > width - 130;
  return h(
      "figure", {},
      svg("svg.place", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": told},
          bins.map((bin) => svg("rect", {
                     x: x(bin.from) + 0.25,
                     width: Math.max(0.5, x(bin.to) - x(bin.from) - 0.5),
                     y: base - tall(bin),
                     height: tall(bin)
                   })),
          svg("line.axis", {x1: left, x2: right, y1: base, y2: base}),
          ticks_between(from, from + span)
              .map(
                  (tick) =>
                      [svg("line.axis", {x1: x(tick), x2: x(tick), y1: base, y2: base + 5}),
                       svg("text.tick", {x: x(tick), y: base + 18, "text-anchor": "middle"}, number(tick, 2))]),
          svg("text.tick", {x: right, y: height - 6, "text-anchor": "end"}, "score"),
          svg("g.own", {}, svg("line", {x1: x(value), x2: x(value), y1: 24, y2: base}),
              svg("circle", {cx: x(value), cy: base, r: 5}),
              svg("text", {x: x(value) + (end ? 4 : -4), y: 16, "text-anchor": end ? "end" : "start"}, "this pair"))),
      h("figcaption.quiet", {},
        told + " The model keeps up to 512 of the pairs it learned from; the bars are their left texts with the right" +
            " texts of others."));
}
