// The address holds the state: #/VIEW/MODEL?name=value. A view can be shared, and the back button works.

export function read() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [view = "", model = ""] = path.split("/").map(decodeURIComponent);
  return {view, model, parameters: Object.fromEntries(new URLSearchParams(query))};
}

export function address(view, model = "", parameters = {}) {
  const kept = Object.entries(parameters).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  const query = new URLSearchParams(kept).toString();
  return `#/${[view, model].filter(Boolean).map(encodeURIComponent).join("/")}${query ? "?" + query : ""}`;
}

/** step: a new entry of the history; else the present one changes (while somebody types). */
export function write(view, model, parameters, step) {
  const next = address(view, model, parameters);
  if (next === location.hash) return;
  history[step ? "pushState" : "replaceState"](null, "", next);
}
