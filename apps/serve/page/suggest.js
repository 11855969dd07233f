// A field for a word of the model: those that begin so are offered as one types.
import {ask} from "./api.js";
import {after, h, replace} from "./dom.js";

let made = 0;
/** on_word: called with each word that is meant (chosen, or typed and entered). */
export function word_field(label, model, value, on_word, properties = {}) {
  const id = `words-${++made}`;
  const list = h("ul.suggestions", {role: "listbox", id, hidden: true, "aria-label": "Words of the model"});
  const input = h("input", {
    type: "search",
    id: `${id}-input`,
    value,
    role: "combobox",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-expanded": "false",
    "aria-controls": id,
    "aria-autocomplete": "list",
    ...properties
  });
  let words = [], at = -1, meant = value;
  const close = () => {
    list.hidden = true;
    at = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const take = (word) => {
    input.value = meant = word;
    close();
    on_word(word);
  };
  const offer = after(120, async () => {
    const start = input.value.trim();
    if (!start || start.includes(":") || document.activeElement !== input) return close();
    words = (await ask("words", {model, start, top: 8})).rows.map((row) => row.word);
    if (input.value.trim() !== start || start === meant) return;
    replace(
        list,
        words.map(
            (word, number) =>
                h("li", {
                  role: "option",
                  id: `${id}-${number}`,
                  "aria-selected": "false",
                  onpointerdown: (event) => {
                    event.preventDefault();
                    take(word);
                  }
                },
                  word)));
    list.hidden = !words.length;
    input.setAttribute("aria-expanded", String(words.length > 0));
  });
  const move = (step) => {
    if (list.hidden) return;
    at = (at + step + words.length) % words.length;
    [...list.children].forEach((option, number) => option.setAttribute("aria-selected", String(number === at)));
    input.setAttribute("aria-activedescendant", `${id}-${at}`);
  };
  input.addEventListener("input", () => {
    meant = null;
    at = -1;
    offer();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown")
      move(1);
    else if (event.key === "ArrowUp")
      move(-1);
    else if (event.key === "Escape")
      close();
    else if (event.key === "Enter")
      take(at >= 0 ? words[at] : input.value.trim());
    else
      return;
    event.preventDefault();
  });
  input.addEventListener("blur", close);
  return {
    input,
    element:
        h("div.field", {},
          h("label",
            {for: input.id
            },
            label),
          h("div.combo", {}, input, list))
  };
}
