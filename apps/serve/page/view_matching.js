// Two lists that nobody has paired: the matches, the doubtful first; accept, reject or mend some, and run again.
import {ask, example} from "./api.js";
import {button, card, choice, field, h, into, number, plural, warnings} from "./dom.js";
import {drop_zone, lines_of, rows_of} from "./files.js";
import {match_lines} from "./match_lines.js";

export const title = "Matching";
export const lead = "Two lists, in any order and any script: who belongs to whom.";

/** What a run was told: "2 pairs given, 1 forbidden". */
const told = (given, forbidden) => [given && `${plural(given, "pair")} given`, forbidden && `${forbidden} forbidden`]
                                       .filter(Boolean)
                                       .join(", ");

/** Pairs of rows in the address: "0:3 2:5". */
const in_address = (pairs) => pairs.map((pair) => pair.join(":")).join(" ");
const from_address = (text) => (text ?? "").split(" ").filter(Boolean).map((pair) => pair.split(":").map(Number));

export function show({parameters, update}) {
  const result = h("div"), load = into(result);
  const areas = ["left", "right"].map((side) => h("textarea", {rows: 6, class: side, spellcheck: "false"}));
  // decided: by left row, what was accepted or rejected in the matching that is shown; rejected: in earlier ones.
  let decided = new Map(), rejected = [], before = null, method = parameters.method ?? "auto";
  const run = () => load(async () => {
    const left = lines_of(areas[0].value), right = lines_of(areas[1].value);
    if (!left.length || !right.length) return h("p.quiet", {}, "Write or drop a list on each side.");
    const that_are =
        (accepted) => [...decided].filter(([, one]) => one.accepted === accepted).map(([row, one]) => [row, one.right]);
    const seeds = that_are(true);  // what somebody accepts now counts, whatever was said before
    const forbidden = [...rejected, ...that_are(false)].filter(
        ([row, to]) => decided.get(row)?.right !== to || !decided.get(row).accepted);
    const answer = await ask(
        "match",
        {left, right, texts: true, method, ...(seeds.length ? {seeds} : {}), ...(forbidden.length ? {forbidden} : {})});
    rejected = forbidden;
    if (!asked_for) update({given: in_address(seeds), forbidden: in_address(forbidden)}, Boolean(before));
    decided = new Map(seeds.map(([row, partner]) => [row, {accepted: true, right: partner}]));
    const now = new Map(answer.rows.map((row) => [row.left, row]));
    const changes = before && left.map((_, row) => row).filter((row) => before.get(row) !== now.get(row)?.right);
    const next_told = (given, newly) => told(given, rejected.length + newly);
    const shown = match_lines(answer.rows, left, right, decided, before, next_told, run);
    const given = told(seeds.length, rejected.length);
    const head =
        h("p.answer", {role: "status"},
          changes ? `${plural(changes.length, "match", "matches")} changed` :
                    plural(answer.rows.length, "match", "matches"),
          h("span.quiet", {}, given ? ` with ${given}` : ""));
    const what_changed = changes?.length > 0 && changed(changes, before, now, left, right);
    before = new Map(answer.rows.map((row) => [row.left, row.right]));
    if (asked_for) next(asked_for);
    return [card(
        "Matches", head, what_changed, forbidden_pairs(rejected, left, right, allow), warnings(answer), shown)];
  });
  const allow = (pair) => {
    rejected = rejected.filter((one) => one !== pair);
    run();
  };
  // What the address says was given: after a first run without it, so that one sees what it changed.
  let asked_for = null;
  const next = ({given, forbidden}) => {
    asked_for = null;
    decided = new Map(given.map(([row, partner]) => [row, {accepted: true, right: partner}]));
    rejected = forbidden;
    setTimeout(run);
  };
  const start = () => {
    decided = new Map();
    rejected = [];
    before = null;
    return run();
  };
  const use_example = async (step) => {
    [areas[0].value, areas[1].value] = await Promise.all([example("names-en.txt"), example("names-ru.txt")]);
    const given = from_address(parameters.given), forbidden = from_address(parameters.forbidden);
    if (!step && (given.length || forbidden.length)) asked_for = {given, forbidden};
    update({example: "1"}, step);
    start();
  };
  const known = (text) => {
    for (const [left, right] of rows_of(text).map((row) => row.map(Number)))
      if (Number.isInteger(left) && Number.isInteger(right)) decided.set(left, {accepted: true, right});
    run();
  };
  if (parameters.example) use_example(false);
  return [
    card(
        null,
        h("div.columns.couplet", {},
          areas.map(
              (area, side) =>
                  h("div", {}, field(side ? "Right list" : "Left list", area, "One a line."),
                    drop_zone(
                        "a list",
                        (text) => {
                          area.value = text;
                        })))),
        h("div.row", {}, button("Match", start),
          button("Use the example: 45 names", () => use_example(true), {plain: true}),
          field(
              "Method",
              choice(
                  ["auto", "ks", "psmooth", "mcca"], method,
                  (value) => {
                    method = value;
                    update({method});
                  })))),
    h("details.card", {}, h("summary", {}, "Pairs that are known already"),
      drop_zone(
          "a file with two columns of line numbers from 0", known, [["Use the example: 5 pairs", "names-seeds.tsv"]])),
    result
  ];
}

/** Who had whom before, and has whom now. */
function changed(rows, before, now, left, right) {
  return h("ul.changes", {"aria-label": "What changed"}, rows.map((row) => {
    const old = before.get(row), found = now.get(row);
    return h(
        "li", {}, h("span.left", {}, left[row]), " ", old !== undefined && h("s", {}, right[old]), " → ",
        found ? h("span.right", {}, right[found.right]) : "nobody",
        found && h("span.quiet", {}, ` ${number(found.confidence)}`));
  }));
}

/** Those rejected in earlier runs, each with a way to allow it again. */
function forbidden_pairs(pairs, left, right, allow) {
  const chip = (pair) => {
    const name = `${left[pair[0]]} – ${right[pair[1]]}`;
    return button(`${name} ✕`, () => allow(pair), {plain: true, "aria-label": `Allow ${name} again`});
  };
  return pairs.length > 0 && h("p.chips.forbidden", {}, h("span.quiet", {}, "Forbidden "), pairs.map(chip));
}
