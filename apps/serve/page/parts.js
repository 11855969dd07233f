// The parts of a probability: each begins where the one before it ended, and the last ends at the log odds.
import {h, number, percent, plural, share_of, signed} from "./dom.js";

const most_shown = 9;
const of_rule = "; a rule: ";

/** rows: reasons of kind "part", the start first; they add up to the log odds `score`. */
export function parts(rows, score, probability) {
  const shown = rows.slice(0, most_shown), rest = rows.slice(most_shown);
  const list = shown.map((row) => ({...row, name: row.left === "(start)" ? "a pair without any doubt" : row.left}));
  if (rest.length)
    list.push({name: plural(rest.length, "smaller part"), value: rest.reduce((sum, row) => sum + row.value, 0)});
  const ends = [0];
  for (const row of list) ends.push(ends.at(-1) + row.value);
  const low = Math.min(...ends), span = Math.max(...ends) - low || 1;
  const track = (from, to, kind) => {
    const bar = h(`span.bar${kind}`), zero = h("span.zero");
    bar.style.left = share_of((Math.min(from, to) - low) / span);
    bar.style.width = `max(2px, ${(100 * Math.abs(to - from)) / span}%)`;
    zero.style.left = share_of(-low / span);
    return h("span.track", {"aria-hidden": "true"}, bar, zero);
  };
  const broken = rows.filter((row) => row.note?.includes(of_rule));
  return [
    h("p.answer", {}, percent(probability),
      h("span.quiet", {}, ` that the pair is good; log odds ${number(score, 3)}`)),
    broken.length > 0 && h("p", {}, "Breaks a rule: ", broken.map((row) => h("span.chip.rule", {}, row.left))),
    h("ol.bars.waterfall", {"aria-label": "Parts of the log odds"}, list.map((row, at) => {
      const [about, rule] = (row.note ?? "").split(of_rule);
      const value = row.right && `: ${row.right.replace("-", "−")}`;
      return h(
          "li", {},
          h("span.name", {}, row.name,
            value && h("span.note", {}, about, value, rule && h("span.rule", {}, `. A rule: ${rule}.`))),
          track(ends[at], ends[at + 1], row.value < 0 ? ".minus" : ""), h("span.figure", {}, signed(row.value)));
    }),
      h("li.total", {}, h("span.name", {}, "log odds"), track(0, score, score < 0 ? ".minus" : ""),
        h("span.figure", {}, signed(score)))),
    h("p.quiet", {},
      "Each bar begins where the one above it ends. Right of the line a pair is more likely good than not.")
  ];
}
