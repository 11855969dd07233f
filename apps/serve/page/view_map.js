// All words of a model on a plane.
import {ask} from "./api.js";
import {button, card, choice, field, h, into, plural, replace} from "./dom.js";
import {download} from "./files.js";
import {scatter} from "./scatter.js";
import {address} from "./state.js";
import {word_field} from "./suggest.js";

export const title = "Map";
export const lead = "Every word as a point. Near points are words that are used alike.";
export const fits = (model) => model.traits.includes("words") && model.words > 2;
const most = 50000;

export function show({model, parameters, update}) {
  const place = h("div"), beside = h("div.beside", {}), load = into(place);
  const layout = parameters.layout ?? (model.words <= 5000 ? "neighbours" : "axes");
  let map, words = [];
  const find = (word, step = true) => {
    update({q: word}, step);
    const start = word.toLowerCase(), exact = words.findIndex((one) => one.toLowerCase() === start);
    const found = exact >= 0 ?
        [exact] :
        words.flatMap((one, at) => (start && one.toLowerCase().startsWith(start) ? [at] : [])).slice(0, 60);
    map?.look_at(found);
    replace(
        beside,
        word ? listed(found, found.length ? `Found: ${plural(found.length, "word")}` : `“${word}” is not on the map.`) :
               hint());
  };
  const search = word_field("Find", model.name, parameters.q ?? "", find);
  const hint = () =>
      h("p.quiet", {},
        "Drag to move, scroll or pinch to zoom. With Lasso, draw a line around words to list them. A click on a word" +
            " shows its neighbours.");
  const listed = (numbers, text) =>
      [h("p", {role: "status"}, text),
       h("p.chips", {},
         numbers.slice(0, 200).map((at) => h("a", {href: address("words", model.name, {q: words[at]})}, words[at]))),
       numbers.length > 1 &&
           button(
               "Download these words", () => download("words.txt", numbers.map((at) => words[at] + "\n").join("")),
               {plain: true})];
  load(async () => {
    const answer = await ask("map", {model: model.name, layout, top: most});
    words = answer.rows.map((row) => row.text);
    map = scatter(answer.rows.map((row) => ({x: row.x, y: row.y, label: row.text})), {
      label: `Map of ${words.length} words`,
      on_pick: (at) => (location.hash = address("words", model.name, {q: words[at]})),
      on_lasso: (numbers) => replace(
          beside, numbers.length ? listed(numbers, plural(numbers.length, "word") + " inside the line") : hint()),
    });
    requestAnimationFrame(() => parameters.q && find(parameters.q, false));
    return map.element;
  });
  replace(beside, hint());
  return card(
      null,
      h("div.row", {}, search.element,
        field(
            "Layout",
            choice(
                [["neighbours", "Neighbours together"], ["axes", "First two axes"]], layout,
                (value) => {
                  location.hash = address("map", model.name, {...parameters, layout: value});
                }))),
      model.words > most &&
          h("p.warning", {}, `The first ${most.toLocaleString("en")} of ${model.words.toLocaleString("en")} words.`),
      h("div.with-side", {}, place, beside));
}
