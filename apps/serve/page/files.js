// Files that a reader of the page brings, and those that it takes away.
import {example} from "./api.js";
import {button, h} from "./dom.js";

/** Lines of a TSV as rows of fields; empty lines are passed over. */
export function rows_of(text) {
  return text.replace(/^\uFEFF/, "").split(/\r?\n/).filter((line) => line.trim()).map((line) => line.split("\t"));
}

export const lines_of = (text) => text.replace(/^\uFEFF/, "").split(/\r?\n/).map((line) => line.trim()).filter(Boolean);

/** A place to drop a file on, with a button for those who would rather choose. examples: [[text, file name]]. */
export function drop_zone(what, on_text, examples = []) {
  const take = async (file) => file && on_text(await file.text(), file.name);
  const input = h("input", {
    type: "file",
    class: "hidden",
    tabindex: -1,
    "aria-hidden": "true",
    accept: ".tsv,.txt,.csv,text/*",
    onchange: (event) => take(event.target.files[0])
  });
  const zone =
      h("div.drop", {}, h("p", {}, `Drop ${what} here, or`),
        h("p.buttons", {}, button("Choose a file…", () => input.click()),
          examples.map(([text, name]) => button(text, async () => on_text(await example(name), name), {plain: true}))),
        input);
  for (const kind of ["dragenter", "dragover"])
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add("over");
    });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    take(event.dataTransfer.files[0]);
  });
  return zone;
}

export function download(name, text) {
  const link =
      h("a", {href: URL.createObjectURL(new Blob([text], {type: "text/tab-separated-values"})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
