// Names of points on a canvas, where there is room for them; a disc; and whether a point lies in a lasso.

const most_labels = 160, most_tried = 600;

export function round(paint, x, y, radius) {
  paint.beginPath();
  paint.arc(x, y, radius, 0, 7);
  paint.fill();
}

/**
 * The one under the pointer and the marked ones first, then those that come first among the points; none on another.
 * px, py: where a point is; size: of its disc.
 */
export function draw_names(paint, {points, px, py, width, height, size, colours, marked, named}) {
  const taken = new Set();
  let count = 0, tried = 0;
  paint.textBaseline = "middle";
  const name = (at, strong) => {
    const x = px(at), y = py(at);
    if (x < 0 || y < 0 || x > width || y > height) return;
    if (!strong && (taken.has(Math.floor((x + 20) / 16) * 10000 + Math.floor(y / 16)) || ++tried > most_tried)) return;
    paint.font = `${strong ? "600 14px" : "13px"} ${colours.font}`;
    const text = points[at].label.length > 32 ? points[at].label.slice(0, 31) + "…" : points[at].label;
    const wide = Math.ceil(paint.measureText(text).width) + 10;
    const start = x + wide > width ? x - wide - size : x + size;
    const cells = [];
    for (let cx = Math.floor(start / 16); cx <= (start + wide) / 16; cx++)
      for (let cy = Math.floor((y - 8) / 16); cy <= (y + 8) / 16; cy++) cells.push(cx * 10000 + cy);
    if (!strong && cells.some((cell) => taken.has(cell))) return;
    cells.forEach((cell) => taken.add(cell));
    if (strong) {
      paint.fillStyle = colours.mark;
      round(paint, x, y, size + 1);
    }
    paint.lineWidth = 3;
    paint.strokeStyle = colours.ground;
    paint.strokeText(text, start + 3, y);
    paint.fillStyle = strong ? colours.mark : colours.ink;
    paint.fillText(text, start + 3, y);
    count++;
  };
  if (named >= 0) name(named, true);
  for (const at of [...marked].slice(0, 60)) name(at, true);
  for (let at = 0; at < points.length && count < most_labels; at++)
    if (!marked.has(at) && at !== named) name(at, false);
}

/** Whether x, y lies within the closed line [[x, y], ...]. */
export function inside(lasso, x, y) {
  let within = false;
  for (let i = 0, j = lasso.length - 1; i < lasso.length; j = i++) {
    const [xi, yi] = lasso[i], [xj, yj] = lasso[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) within = !within;
  }
  return within;
}
