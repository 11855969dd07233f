// The first page: what this is, and what can be tried.
import {card, h, plural} from "./dom.js";
import {address} from "./state.js";

/** A sentence for each job, and where to try it. */
const jobs = [
  [
    "pairs", "Which texts go together", "Two texts, a score, and word by word why.",
    {left: "The dog drinks milk.", right: "Le chien boit du lait."}
  ],
  ["clean", "Find the bad pairs", "Drop a file of pairs; move a threshold and see what stays.", {example: "1"}],
  ["words", "Near and opposite words", "Neighbours, opposites, analogies.", {}],
  ["map", "A map of words", "Zoom, search, draw a line around some.", {}],
  ["table", "A table as a plane", "Correspondence analysis: rows and columns as points.", {}],
  [
    "texts", "Texts across languages", "Type a text, find its nearest in the other language.",
    {q: "The cat sleeps on the chair."}
  ],
  ["blanks", "Fill a blank", "Which word fits, and who says so.", {q: "The _____ barked at the wolf."}],
  [
    "paraphrases", "The same in other words", "Rewriting rules between two sentences.",
    {left: "David bought the boat from Emma before noon.", right: "Emma sold the boat to David before noon."}
  ],
  ["matching", "Match two lists", "No dictionary needed: accept, reject, run again.", {example: "1"}],
  ["model", "Look into a model", "Parameters, self-test, figures with intervals.", {}],
];
const demo_model = {
  words: "words",
  map: "words"
};

export function show(served) {
  const able = (view, fits) => served.models.filter(fits);
  return h(
      "div", {},
      h("div.hero", {}, h("h1", {}, "Relations between texts, to look at"),
        h("p.lead", {},
          "Couplet learns from your own data which texts go together, match, say the same or mean the opposite, and" +
              " which word fits. Everything here runs on this machine.")),
      served.demo &&
          h("p.note", {},
            "No model was named, so small ones of each job were fitted just now, on examples that the program brings." +
                " With your own: ",
            h("code", {}, "couplet fit phsic pairs.tsv -o pairs.couplet"), ", then ",
            h("code", {}, "couplet serve pairs.couplet"), "."),
      h("ul.tiles", {},
        jobs.filter(([view]) => document.querySelector(`#nav a[href^="#/${view}"]`))
            .map(([view, title, text, parameters]) => {
              const link = document.querySelector(`#nav a[href^="#/${view}"]`).getAttribute("href").slice(2).split("/");
              return h(
                  "li", {},
                  h("a", {
                    href: address(
                        view, demo_model[view] && served.demo ? demo_model[view] : decodeURIComponent(link[1] ?? ""),
                        served.demo ? parameters : {})
                  },
                    h("strong", {}, title), h("span", {}, text)));
            })),
      card(
          plural(served.models.length, "model"),
          h("ul.models", {},
            served.models.map(
                (model) =>
                    h("li", {}, h("a", {href: address("model", model.name)}, model.name),
                      h("span.quiet", {}, ` ${model.method}, ${model.job}; ${model.tasks.slice(0, 5).join(", ")}`))))),
      h("p.quiet", {}, "Programs ask the same at ", h("a", {href: "api/v1/openapi.json"}, "/api/v1/"), "."));
}
