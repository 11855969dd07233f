// Very many points on a canvas: zoom, pan, names where there is room, a lasso, and the point under the pointer.
import {button, h, plural} from "./dom.js";
import {draw_names, inside, round} from "./scatter_names.js";

/** "#0b6477" as a pixel of little-endian memory. */
function word_of(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** points: [{x, y, label, group}]; groups: their colours as names of CSS variables. links: pairs of numbers of points.
 * on_pick(number), on_lasso(numbers). */
export function scatter(points, {label, groups = ["--plus"], links = [], on_pick, on_lasso, height = 520}) {
  const canvas = h("canvas", {
    tabindex: 0,
    role: "application",
    "aria-roledescription": "map",
    "aria-label": `${label}. Arrow keys move, plus and minus zoom, 0 shows all.`
  });
  const status = h("p.quiet.status", {role: "status"}, plural(points.length, "point"));
  const paint = canvas.getContext("2d");
  const xs = Float64Array.from(points, (point) => point.x), ys = Float64Array.from(points, (point) => point.y);
  let marked = new Set(), named = -1, lasso = null, lassoing = false, waiting = false;
  let scale = 1, dx = 0, dy = 0, width = 0, colours = {};

  function fit() {
    const bound =
        (list) => [list.reduce((a, b) => Math.min(a, b), Infinity), list.reduce((a, b) => Math.max(a, b), -Infinity)];
    const [x0, x1] = bound(xs), [y0, y1] = bound(ys);
    scale = Math.min((width - 90) / (x1 - x0 || 1), (height - 60) / (y1 - y0 || 1));
    dx = width / 2 - ((x0 + x1) / 2) * scale;
    dy = height / 2 + ((y0 + y1) / 2) * scale;
  }
  const px = (at) => xs[at] * scale + dx, py = (at) => dy - ys[at] * scale;

  function draw() {
    waiting = false;
    const size = points.length > 5000 ? 2 : points.length > 500 ? 3 : 5;
    paint.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    if (size === 2)
      draw_pixels();
    else
      paint.clearRect(0, 0, width, height);
    paint.strokeStyle = colours.line;
    paint.lineWidth = 1;
    paint.beginPath();
    for (const [a, b] of links) {
      paint.moveTo(px(a), py(a));
      paint.lineTo(px(b), py(b));
    }
    paint.stroke();
    for (const [group, colour] of colours.groups.entries()) {
      if (size === 2) break;
      paint.fillStyle = colour;
      for (let at = 0; at < points.length; at++) {
        if ((points[at].group ?? 0) !== group) continue;
        const x = px(at), y = py(at);
        if (x >= 0 && y >= 0 && x <= width && y <= height) round(paint, x, y, size / 2);
      }
    }
    draw_names(paint, {points, px, py, width, height, size, colours, marked, named});
    if (lasso) {
      paint.strokeStyle = colours.mark;
      paint.fillStyle = colours.veil;
      paint.lineWidth = 2;
      paint.beginPath();
      lasso.forEach(([x, y], at) => (at ? paint.lineTo(x, y) : paint.moveTo(x, y)));
      paint.closePath();
      paint.fill();
      paint.stroke();
    }
  }

  /** Very many points are written into the picture's memory: a hundred times faster than asking for each. */
  function draw_pixels() {
    const ratio = devicePixelRatio, wide = canvas.width, high = canvas.height,
          picture = paint.createImageData(wide, high);
    const pixels = new Uint32Array(picture.data.buffer), side = Math.ceil(2 * ratio);
    for (let at = 0; at < points.length; at++) {
      const x = Math.round(px(at) * ratio), y = Math.round(py(at) * ratio);
      if (x < 0 || y < 0 || x + side >= wide || y + side >= high) continue;
      const colour = colours.words[points[at].group ?? 0];
      for (let row = y; row < y + side; row++)
        for (let column = x; column < x + side; column++) pixels[row * wide + column] = colour;
    }
    paint.putImageData(picture, 0, 0);
  }

  function later() {
    if (!waiting) requestAnimationFrame(draw);
    waiting = true;
  }
  function zoom(factor, x = width / 2, y = height / 2) {
    dx = x - (x - dx) * factor;
    dy = y - (y - dy) * factor;
    scale *= factor;
    later();
  }
  function nearest(x, y) {
    let best = -1, least = 14 * 14;
    for (let at = 0; at < points.length; at++) {
      const far = (px(at) - x) ** 2 + (py(at) - y) ** 2;
      if (far < least) [best, least] = [at, far];
    }
    return best;
  }
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  const down = new Map();  // pointers, for panning and pinching
  let moved = false;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, place(event));
    moved = false;
    if (lassoing || event.shiftKey) lasso = [place(event)];
  });
  canvas.addEventListener("pointermove", (event) => {
    const [x, y] = place(event), before = down.get(event.pointerId);
    if (!before) {
      const over = nearest(x, y);
      if (over !== named) {
        named = over;
        canvas.style.cursor = over >= 0 && on_pick ? "pointer" : "";
        later();
      }
      return;
    }
    moved ||= Math.hypot(x - before[0], y - before[1]) > 3;
    if (lasso)
      lasso.push([x, y]);
    else if (down.size === 2) {
      const other = [...down].find(([id]) => id !== event.pointerId)[1];
      zoom(
          Math.hypot(x - other[0], y - other[1]) / Math.max(1, Math.hypot(before[0] - other[0], before[1] - other[1])),
          other[0], other[1]);
    } else if (moved) {
      dx += x - before[0];
      dy += y - before[1];
    }
    if (lasso || moved) down.set(event.pointerId, [x, y]);
    later();
  });
  canvas.addEventListener("pointerup", (event) => {
    down.delete(event.pointerId);
    if (lasso) {
      const found = [];
      for (let at = 0; at < points.length; at++)
        if (inside(lasso, px(at), py(at))) found.push(at);
      lasso = null;
      mark(found);
      on_lasso?.(found);
      set_lasso(false);
    } else if (!moved) {
      const at = nearest(...place(event));
      if (at >= 0) on_pick?.(at);
    }
    later();
  });
  canvas.addEventListener("pointercancel", (event) => down.delete(event.pointerId));
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), ...place(event));
  }, {passive: false});
  canvas.addEventListener("keydown", (event) => {
    const way = {ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40]}[event.key];
    if (way)
      [dx, dy] = [dx + way[0], dy + way[1]];
    else if (event.key === "+" || event.key === "=")
      zoom(1.3);
    else if (event.key === "-")
      zoom(1 / 1.3);
    else if (event.key === "0")
      fit();
    else
      return;
    event.preventDefault();
    later();
  });

  function mark(numbers) {
    marked = new Set(numbers);
    status.textContent = numbers.length ?
        `${plural(numbers.length, "point")} of ${points.length.toLocaleString("en")} marked` :
        plural(points.length, "point");
    later();
  }
  const lasso_button = on_lasso &&
      button("Lasso", () => set_lasso(!lassoing),
             {"aria-pressed": "false", plain: true, title: "Draw a line around points (or hold Shift)"});
  function set_lasso(on) {
    lassoing = on;
    lasso_button?.setAttribute("aria-pressed", on);
  }
  function restyle() {
    const style = getComputedStyle(canvas), value = (name) => style.getPropertyValue(name).trim();
    colours = {
      ink: value("--ink"),
      ground: value("--card"),
      mark: value("--mark"),
      line: value("--line"),
      veil: value("--veil"),
      font: style.fontFamily,
      groups: groups.map(value)
    };
    colours.words = colours.groups.map(word_of);
    later();
  }
  new ResizeObserver(() => {
    const first = !width, wide = canvas.clientWidth;
    if (!wide) return;
    canvas.width = wide * devicePixelRatio;
    canvas.height = height * devicePixelRatio;
    dx += (wide - width) / 2;
    width = wide;
    if (first) fit();
    restyle();
  }).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle);
  canvas.style.height = `${height}px`;
  const tools =
      h("div.tools", {}, button("Zoom in", () => zoom(1.5), {plain: true}),
        button("Zoom out", () => zoom(1 / 1.5), {plain: true}), button("Show all", () => {
          fit();
          later();
        }, {plain: true}), lasso_button, status);
  return {
    element: h("figure.map", {}, tools, canvas),
    mark,
    /** Brings points into sight. */
    look_at(numbers) {
      if (!numbers.length) return;
      const at = numbers[0];
      dx += width / 2 - px(at);
      dy += height / 2 - py(at);
      mark(numbers);
    }
  };
}
