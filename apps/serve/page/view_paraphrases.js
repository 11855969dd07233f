// Two sentences: the rewriting rules that lead from one to the other, drawn between them.
import {ask} from "./api.js";
import {after, button, card, field, h, into, number, percent, replace, share_of, svg, warnings} from "./dom.js";

export const title = "Paraphrases";
export const lead = "Do two sentences say the same? The rules that rewrite one into the other, and what each weighs.";
export const fits = (model) => model.job === "rewriting" && model.traits.includes("reasons");

/** "*1:stem" is the usual case, and reads better without saying so. */
const plainly = (pattern) => pattern.replaceAll(":stem", "").replaceAll(":synonym", " (synonym)");
const tokens = (text) => text.match(/[\p{L}\p{N}'’-]+/gu) ?? [];

/** Where a pattern lies: literal words as they are, "*1" any word. Gives [first token, {variable: token}]. */
function places(pattern, words) {
  const found = [];
  for (let first = 0; first + pattern.length <= words.length; first++) {
    const variables = {};
    if (pattern.every((part, at) => {
          const variable = /^(\*\d+)/.exec(part);
          if (variable) variables[variable[1]] = first + at;
          return variable || words[first + at].toLowerCase() === part.toLowerCase();
        }))
      found.push([first, variables]);
  }
  return found;
}

/** The lines of a rule: its variables joined, preferring words that begin alike. */
function lines_of(rule, left, right) {
  const [a, b] = [rule.left.split(" "), rule.right.split(" ")];
  let best = null;
  for (const [i, from] of places(a, left))
    for (const [j, to] of places(b, right)) {
      const alike =
          Object.keys(from)
              .filter(
                  (name) => to[name] !== undefined &&
                      left[from[name]].slice(0, 3).toLowerCase() === right[to[name]].slice(0, 3).toLowerCase())
              .length;
      if (!best || alike > best.alike)
        best = {alike, from, to, left: a.map((_, at) => i + at), right: b.map((_, at) => j + at)};
    }
  return best;
}

function drawing(left, right, chosen) {
  const width = 960, gap = 14, size = (word) => word.length * 9.6 + 14;
  const lay = (words) => {
    const total = words.reduce((sum, word) => sum + size(word) + gap, -gap), shrink = Math.min(1, (width - 8) / total);
    let x = (width - total * shrink) / 2;
    return words.map((word) => {
      const box = {x, width: size(word) * shrink, middle: x + (size(word) * shrink) / 2};
      x += (size(word) + gap) * shrink;
      return box;
    });
  };
  const top = lay(left), bottom = lay(right);
  const word = (text, box, y, used, side) => svg(
      "g", {class: `${side} ${used ? "used" : ""}`}, svg("rect", {x: box.x, y, width: box.width, height: 32, rx: 6}),
      svg("text", {
        x: box.middle,
        y: y + 21,
        "text-anchor": "middle",
        textLength: text.length * 9.6 + 14 > box.width ? box.width - 8 : null
      },
          text));
  return svg(
      "svg.rules", {
        viewBox: `0 0 ${width} 200`,
        role: "img",
        "aria-label": chosen ? "The words that the chosen rule joins" : "The two sentences"
      },
      chosen && Object.keys(chosen.from).filter((name) => chosen.to[name] !== undefined).map((name) => {
        const a = top[chosen.from[name]].middle, b = bottom[chosen.to[name]].middle;
        return svg("path", {d: `M${a} 42C${a} 100 ${b} 100 ${b} 158`});
      }),
      left.map((text, at) => word(text, top[at], 10, chosen?.left.includes(at), "left")),
      right.map((text, at) => word(text, bottom[at], 158, chosen?.right.includes(at), "right")));
}

export function show({model, parameters, update, demo}) {
  const result = h("div", {"aria-live": "polite"}), load = into(result);
  const texts = ["left", "right"].map(
      (side) =>
          h("textarea", {rows: 2, class: side, value: parameters[side] ?? "", oninput: after(350, () => run(false))}));
  const run = (step) => {
    const [left, right] = texts.map((text) => text.value.trim());
    update({left, right}, step);
    if (!left || !right) return replace(result, h("p.quiet", {}, "Write a sentence on each side."));
    load(async () => {
      const [scored, explained] = await Promise.all([
        ask("score", {model: model.name, data: [[left, right]]}),
        ask("explain", {model: model.name, left, right, top: 40})
      ]);
      const {probability} = scored.rows[0], all = explained.rows.filter((row) => row.kind === "rule");
      const is_rest = (row) => /^\(\d+ more\)$/.test(row.left), rules = all.filter((row) => !is_rest(row)),
            rest = all.find(is_rest);
      const words = [tokens(left), tokens(right)],
            picture = h("div.scroll", {tabindex: 0, role: "region", "aria-label": "Rules between the sentences"}),
            meter = h("span.bar");
      meter.style.width = share_of(probability ?? 0);
      const most = Math.max(1e-9, ...rules.map((rule) => Math.abs(rule.value)));
      const choose = (at) => {
        replace(picture, drawing(...words, at >= 0 ? lines_of(rules[at], ...words) : null));
        list.querySelectorAll("button").forEach(
            (one, number_) => one.setAttribute("aria-pressed", String(number_ === at)));
      };
      const list = h("ol.bars.rule-list", {"aria-label": "Rules"}, rules.slice(0, 16).map((rule, at) => {
        const bar = h(rule.value < 0 ? "span.bar.minus" : "span.bar");
        bar.style.width = `${(100 * Math.abs(rule.value)) / most}%`;
        return h(
            "li", {},
            h("button.word",
              {type: "button", onclick: () => choose(at), onfocus: () => choose(at), onpointerenter: () => choose(at)},
              h("span.left", {}, plainly(rule.left)), rule.right && [" → ", h("span.right", {}, plainly(rule.right))]),
            h("span.track", {"aria-hidden": "true"}, bar), h("span.figure", {}, number(rule.value)),
            h("span.note", {}, rule.note?.split(";")[0]));
      }));
      choose(rules.findIndex(
          (rule) => /\*1.*\*2/.test(rule.left) && /[^*\d\s:]/.test(rule.left.replace(/\*\d/g, "")) &&
              lines_of(rule, ...words)));
      return [
        warnings(scored),
        h("p.answer", {},
          probability === null || probability === undefined ? number(scored.rows[0].score) : percent(probability),
          h("span.quiet", {},
            probability === undefined ? " score" :
                                        ` that they say the same; score ${number(scored.rows[0].score, 3)}`)),
        probability !== undefined && h("div.track.meter", {"aria-hidden": "true"}, meter), picture,
        h("h3", {}, "Rules, the weightiest first"), list,
        rest && h("p.quiet", {}, `${rest.left.slice(1, -1)} rules add ${number(rest.value)}.`),
        h("p.quiet", {},
          "*1, *2 stand for words that both sides have, by stem or as synonyms. All rules add up to the score.")
      ];
    });
  };
  run(false);
  const tries = [
    ["David bought the boat from Emma before noon.", "Emma sold the boat to David before noon."],
    ["Henry repaired the boat last year.", "The boat was repaired by Henry last year."],
    ["David bought the boat from Emma before noon.", "David sold the boat to Emma before noon."]
  ];
  return [
    card(
        null, h("div.columns.couplet", {}, field("One sentence", texts[0]), field("The other", texts[1])),
        demo &&
            h("p.chips", {}, h("span.quiet", {}, "Try "),
              tries.map(
                  ([left, right]) => button(
                      `${left} / ${right}`,
                      () => {
                        [texts[0].value, texts[1].value] = [left, right];
                        run(true);
                      },
                      {plain: true})))),
    card("Between them", result)
  ];
}
