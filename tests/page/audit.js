// What is wrong with the page as it stands, for somebody who sees little, hears it, or has a small screen. Run inside the page.
const wrong = [];
const name = (element) => element.outerHTML.slice(0, 90).replace(/\s+/g, " ");
const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";

// Names, roles, structure
if (!document.documentElement.lang) wrong.push("the page does not say its language");
if (document.querySelectorAll("h1").length !== 1) wrong.push("not exactly one h1");
for (const element of document.querySelectorAll("[tabindex]")) if (Number(element.getAttribute("tabindex")) > 0) wrong.push(`tabindex above 0: ${name(element)}`);
for (const element of document.querySelectorAll("input, select, textarea, button, a, [role=slider], [role=button], canvas, svg[role=img]")) {
  if (!seen(element)) continue;
  const label = element.getAttribute("aria-label") || [...(element.labels ?? [])].map((one) => one.textContent).join("") || element.getAttribute("title") ||
                (["BUTTON", "A"].includes(element.tagName) ? element.textContent.trim() : "");
  if (!label) wrong.push(`no name: ${name(element)}`);
}
const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) wrong.push(`id given twice: ${id}`);
for (const element of document.querySelectorAll("[aria-controls], [aria-describedby], [aria-labelledby]"))
  for (const kind of ["aria-controls", "aria-describedby", "aria-labelledby"])
    if (element.hasAttribute(kind) && !document.getElementById(element.getAttribute(kind))) wrong.push(`${kind} names nothing: ${name(element)}`);
for (const button of document.querySelectorAll("button, nav a, select, input")) {
  if (!seen(button)) continue;
  const box = button.getBoundingClientRect();
  if (box.width < 24 || box.height < 24) wrong.push(`too small to hit (${box.width.toFixed(0)} x ${box.height.toFixed(0)}): ${name(button)}`);
}

// Nothing lies outside the window
if (document.documentElement.scrollWidth > innerWidth) wrong.push(`wider than the window: ${document.documentElement.scrollWidth} > ${innerWidth}`);

// Contrast: 4.5, or 3 for large letters
const parse = (text) => {
  const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
  const [r, g, b, a = 1] = numbers;
  return text.startsWith("color(srgb") ? [255 * r, 255 * g, 255 * b, a] : [r, g, b, a];
};
const over = (top, bottom) => [0, 1, 2].map((at) => top[at] * top[3] + bottom[at] * (1 - top[3])).concat(1);
const ground = (element) => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
  return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
};
const light = (colour) => {
  const [r, g, b] = colour.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const dim = new Set();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || !seen(element) || ["OPTION", "NOSCRIPT"].includes(element.tagName) || element.closest(".skip")) continue;
  const style = getComputedStyle(element), in_picture = element.namespaceURI.endsWith("svg");
  const back = ground(element), front = over(parse(in_picture ? style.fill : style.color), back), [low, high] = [light(back), light(front)].sort((a, b) => a - b);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
  const ratio = (high + 0.05) / (low + 0.05);
  if (ratio < (large ? 3 : 4.5)) dim.add(`contrast ${ratio.toFixed(2)}: ${name(element)}`);
}
return [...wrong, ...dim];
