// Asking the server. The page computes nothing: what it shows is what a task answered.

let token = sessionStorage.getItem("couplet-token") ?? "";
let ask_for_token = null;
let asking = null;

/** how: called when the server wants a token; gives a promise of one. */
export function on_token(how) { ask_for_token = how; }

async function fetched(path, options = {}) {
  const headers = token ? {Authorization: `Bearer ${token}`} : {};
  let reply;
  try {
    reply = await fetch(`api/v1/${path}`, {...options, headers: {...options.headers, ...headers}});
  } catch {
    throw Object.assign(
        new Error("no answer"), {problem: "The server does not answer.", remedy: "Is it still running?"});
  }
  if (reply.status !== 401) return reply;
  asking ??= ask_for_token().finally(() => (asking = null));
  token = await asking;
  sessionStorage.setItem("couplet-token", token);
  return fetched(path, options);
}

async function json(reply) {
  const answer = await reply.json();
  if (!answer.error) return answer;
  const {place, problem, remedy, message} = answer.error;
  throw Object.assign(
      new Error(message), {problem: `${place ? place + ": " : ""}${problem}.`, remedy: remedy ? `${remedy}.` : ""});
}

export const get = async (path) => json(await fetched(path));
export const cancel = async (path) => json(await fetched(path, {method: "DELETE"}));

/** {rows, warnings, yes} of a task. */
export async function ask(task, body) {
  return json(await fetched(task, {method: "POST", body: JSON.stringify(body)}));
}

/** Events of a fit, as they come: EventSource cannot send a token. */
export async function listen(path, on_event) {
  const reader = (await fetched(path)).body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) on_event(JSON.parse(event.slice("data: ".length)));
  }
}

/** A file that the page brings: examples to try. */
export async function example(name) { return (await fetch(`examples/${name}`)).text(); }
