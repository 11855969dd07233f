// The page: which views there are, which models they are for, and moving between them.
import {get, on_token} from "./api.js";
import {button, choice, field, h, problem, replace} from "./dom.js";
import {address, read, write} from "./state.js";
import * as blanks from "./view_blanks.js";
import * as clean from "./view_clean.js";
import * as compare from "./view_compare.js";
import * as fit from "./view_fit.js";
import * as home from "./view_home.js";
import * as map from "./view_map.js";
import * as matching from "./view_matching.js";
import * as model from "./view_model.js";
import * as pairs from "./view_pairs.js";
import * as paraphrases from "./view_paraphrases.js";
import * as plane from "./view_table.js";
import * as texts from "./view_texts.js";
import * as words from "./view_words.js";

/** fits: whether the view can show a model; none: it needs no model. */
export const views = {
  words,
  map,
  table: plane,
  pairs,
  clean,
  texts,
  paraphrases,
  blanks,
  matching,
  compare,
  fit,
  model
};
const main = document.getElementById("main");
let served = {models: [], collections: []};

export const models_for = (view, all = served.models) => (views[view].fits ? all.filter(views[view].fits) : []);

function is_open(name) {
  if (name === "fit") return served.fits;
  return !views[name].fits || models_for(name).length > 0;
}

function show_navigation(current, chosen) {
  replace(
      document.getElementById("nav"),
      h("ul", {}, Object.entries(views).filter(([name]) => is_open(name)).map(([name, view]) => {
        const able = models_for(name);
        const target = able.find((one) => one.name === chosen) ?? able[0];
        return h(
            "li", {},
            h("a", {href: address(name, target?.name), "aria-current": name === current ? "page" : null}, view.title));
      })));
  const count = served.models.length;
  replace(document.getElementById("served"), count === 1 ? `Model: ${served.models[0].name}` : `${count} models`);
  document.querySelector("#nav [aria-current]")?.scrollIntoView({block: "nearest", inline: "center"});
}

function picker(view, chosen) {
  const able = models_for(view);
  if (!able.length) return null;
  return field(
      "Model",
      choice(
          able.map((one) => [one.name, `${one.name} (${one.method})`]), chosen.name,
          (name) => (location.hash = address(view, name))));
}

function show() {
  const {view, model: name, parameters} = read();
  const known = views[view] && is_open(view);
  const able = known ? models_for(view) : [];
  const chosen = able.find((one) => one.name === name) ?? able[0];
  show_navigation(known ? view : "", chosen?.name ?? name);
  if (!known) {
    document.title = "Couplet";
    return replace(main, home.show(served));
  }
  document.title = `${views[view].title} – Couplet`;
  const context = {
    model: chosen,
    models: served.models,
    able,
    collections: served.collections,
    demo: served.demo,
    parameters: {...parameters},
    /** Changes the address; step: as a new entry of the history. */
    update(changes, step = false) {
      Object.assign(context.parameters, changes);
      write(view, chosen?.name, context.parameters, step);
    },
    reload: start,
  };
  replace(
      main,
      h("div.head", {}, h("div", {}, h("h1", {}, views[view].title), h("p.lead", {}, views[view].lead)),
        picker(view, chosen ?? {})),
      views[view].show(context));
}

function token_dialog() {
  return new Promise((resolve) => {
    const input = h("input", {type: "password", autocomplete: "current-password", required: true});
    const dialog = h(
        "dialog", {"aria-labelledby": "token-title"},
        h("form", {
          onsubmit: (event) => {
            event.preventDefault();
            dialog.remove();
            resolve(input.value);
          }
        },
          h("h2", {id: "token-title"}, "This server wants a token"),
          h("p", {},
            "It is the first line of the file that was given with --token-file. It is kept until this tab is closed."),
          field("Token", input), h("p.buttons", {}, h("button", {type: "submit"}, "Go on"))));
    document.body.append(dialog);
    dialog.showModal();
  });
}

async function start() {
  try {
    served = await get("models");
    show();
  } catch (error) {
    replace(main, problem(error), button("Try again", start));
  }
}

on_token(token_dialog);
let seen = location.hash;
addEventListener("popstate", () => {  // links, the back button, and addresses typed in
  if (location.hash === seen && !read().view) return;
  seen = location.hash;
  if (seen === "#main") return;
  show();
  scrollTo(0, 0);
});
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
start();
