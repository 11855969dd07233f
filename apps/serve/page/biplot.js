// Rows and columns of a table as points of a plane.
import {narrow, percent, svg} from "./dom.js";

const width = narrow() ? 358 : 720, height = narrow() ? 380 : 520, edge = 46;

/** Both sides on two axes; the size of a point is what it contributes to them. Supplementary points are hollow. */
export function biplot(points, axes, x, y, chosen, on_pick) {
  const at = (point, axis) => point[`coordinate_${axis}`];
  const reach = (axis) => Math.max(1e-9, ...points.map((point) => Math.abs(at(point, axis)))) * 1.12;
  const scale = Math.min((width / 2 - edge) / reach(x), (height / 2 - edge) / reach(y));
  const px = (point) => width / 2 + at(point, x) * scale, py = (point) => height / 2 - at(point, y) * scale;
  const weight = (point) =>
      (point[`contribution_${x}`] ?? 0) * axes[x - 1].share + (point[`contribution_${y}`] ?? 0) * axes[y - 1].share;
  const later = (point) => point.kind === "supplementary";  // their names are what somebody looks for
  const order = [...points].sort((a, b) => later(b) - later(a) || weight(b) - weight(a));
  const size = (point) => (later(point) ? 6 : 4 + 9 * Math.sqrt(weight(point)));
  const boxes = points.map(
      (point) => [px(point) - size(point), px(point) + size(point), py(point) - size(point), py(point) + size(point)]);
  const place = (point) => {  // to the right of the point, or else where it is free
    const wide = point.label.length * 7.8 + 4, off = size(point) + 5;
    for (const [dx, dy, anchor] of [
             [off, 5, "start"], [-off, 5, "end"], [0, -off, "middle"], [0, off + 12, "middle"]]) {
      const from = px(point) + dx -
          (anchor === "end"        ? wide :
               anchor === "middle" ? wide / 2 :
                                     0),
            top = py(point) + dy - 13;
      if (boxes.some(([a, b, c, d]) => from < b && from + wide > a && top < d && top + 16 > c)) continue;
      boxes.push([from, from + wide, top, top + 16]);
      return {x: px(point) + dx, y: py(point) + dy, "text-anchor": anchor};
    }
    return null;
  };
  return svg(
      "svg.biplot", {viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Plane of the axes chosen"},
      svg("line.grid", {x1: 8, x2: width - 8, y1: height / 2, y2: height / 2}),
      svg("line.grid", {x1: width / 2, x2: width / 2, y1: 8, y2: height - 8}),
      svg("text.tick", {x: width - 10, y: height / 2 - 8, "text-anchor": "end"},
          `axis ${x}: ${percent(axes[x - 1].share)}`),
      svg("text.tick", {x: width / 2 + 8, y: 18}, `axis ${y}: ${percent(axes[y - 1].share)}`), order.map((point) => {
        const text = place(point), radius = size(point), pick = () => on_pick(point);
        const shape = point.side === "rows" ? svg("circle", {cx: px(point), cy: py(point), r: radius}) : svg("rect", {
          x: px(point) - radius,
          y: py(point) - radius,
          width: 2 * radius,
          height: 2 * radius,
          transform: `rotate(45 ${px(point)} ${py(point)})`
        });
        return svg(
            "g", {
              class: `point ${point.side} ${point.kind} ${point === chosen ? "chosen" : ""}`,
              tabindex: 0,
              role: "button",
              "aria-label":
                  `${point.label}, ${later(point) ? "further " : ""}${point.side === "rows" ? "row" : "column"}`,
              onclick: pick,
              onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), pick())
            },
            shape, text && svg("text", text, point.label));
      }));
}
