// Elements, numbers as people read them, and waiting.

/** h("p.quiet", {id: "x", onclick: f}, "text", node, [nodes]): an element. Nothing is ever parsed as HTML. */
export function h(what, properties = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  return fill(document.createElement(tag), classes, properties, children);
}

/** The same for SVG. */
export function svg(what, properties = {}, ...children) {
  const [tag, ...classes] = what.split(".");
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), classes, properties, children);
}

function fill(element, classes, properties, children) {
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on"))
      element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected")
      element[name] = value;
    else
      element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let numbered = 0;
/** A control with its visible label. */
export function field(label, control, hint) {
  control.id ||= `f${++numbered}`;
  const told = hint && h("small.quiet", {id: `${control.id}-hint`}, hint);
  if (told) control.setAttribute("aria-describedby", told.id);
  return h("div.field", {}, h("label", {for: control.id
           }, label), control, told);
}

export function choice(options, chosen, onchange, properties = {}) {
  return h("select", {...properties, onchange: (event) => onchange(event.target.value)}, options.map((option) => {
    const [value, text] = Array.isArray(option) ? option : [option, option];
    return h("option", {value, selected: String(value) === String(chosen)}, text);
  }));
}

export function button(text, onclick, properties = {}) {
  return h(properties.plain ? "button.plain" : "button", {type: "button", onclick, ...properties, plain: null}, text);
}

export function replace(element, ...children) {
  element.replaceChildren(
      ...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** 0.8836, -12.4, 1,234; a true minus sign. */
export function number(value, digits = 3) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  const size = Math.abs(value);
  let text;
  if (Number.isInteger(value))
    text = size.toLocaleString("en");
  else if (size !== 0 && size < 10 ** -digits)
    text = size.toExponential(1);
  else
    text = size.toFixed(size >= 100 ? 0 : size >= 10 ? Math.min(1, digits) : digits);
  return (value < 0 ? "−" : "") + text;
}

export const signed = (value, digits = 3) => (value > 0 ? "+" : "") + number(value, digits);
export const percent = (share) =>
    `${(100 * share).toFixed((share > 0 && share < 0.1) || (share > 0.99 && share < 1) ? 1 : 0)} %`;
/** A telephone: pictures are drawn narrower, so that their letters stay as large. */
export const narrow = () => matchMedia("(max-width: 48rem)").matches;
/** For lengths of CSS, which want no blank. */
export const share_of = (share) => `${100 * share}%`;
export const plural = (count, one, many = one + "s") => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Calls after a pause, with the last arguments only. */
export function after(milliseconds, work) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), milliseconds);
  };
}

/** Runs async work into a place: says that it waits when that takes long, shows failures; only the last call counts. */
export function into(place) {
  let last = 0;
  return async (work) => {
    const turn = ++last;
    place.setAttribute("aria-busy", "true");
    try {
      const shown = await work();
      if (turn === last) replace(place, shown);
    } catch (error) {
      if (turn === last) replace(place, problem(error));
      if (!error.problem) console.error(error);
    } finally {
      if (turn === last) place.removeAttribute("aria-busy");
    }
  };
}

export function problem(error) {
  return h(
      "p.problem", {role: "alert"}, h("strong", {}, error.problem ?? "Something went wrong"), " ",
      error.remedy ?? error.message);
}

export const warnings = (answer) => answer.warnings.map((text) => h("p.warning", {}, text));

/** A section with a title. */
export function card(title, ...children) { return h("section.card", {}, title && h("h2", {}, title), children); }

/** columns: [title, cell of a row, class]. */
export function table(caption, columns, rows) {
  return h(
      "div.scroll", {tabindex: 0, role: "region", "aria-label": caption},
      h("table", {}, h("caption", {}, caption),
        h("thead", {},
          h("tr", {}, columns.map(([title, , kind]) => h(kind ? `th.${kind}` : "th", {scope: "col"}, title)))),
        h("tbody", {},
          rows.map(
              (row) => h("tr", {}, columns.map(([, cell, kind]) => h(kind ? `td.${kind}` : "td", {}, cell(row))))))));
}
