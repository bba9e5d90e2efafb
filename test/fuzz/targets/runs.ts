// ACP-REST: runs, their answers and their events.
import { httpInputs, type HttpInput, type HttpSample } from "../engine/http-inputs.ts";
import { bodyOf, checkSentence, openHttpTarget } from "../engine/http-target.ts";
import { BrokenPromise, defineTarget } from "../engine/target.ts";

const part = {
  content_type: "text/plain",
  content: "say hello",
  content_encoding: "plain",
  name: "n",
  metadata: { kind: "citation" },
};
const image = { content_type: "image/png", content: "iVBORw0KGgo=", content_encoding: "base64" };
const message = { role: "user", parts: [part] };
const run = { agent_name: "script", input: [message], mode: "sync" };
const resume = { run_id: "TURN", mode: "async", await_resume: { type: "message", message } };

const samples: readonly HttpSample[] = [
  { method: "POST", path: "/runs", body: run },
  { method: "POST", path: "/runs", body: { ...run, mode: "async", session_id: "SESSION" } },
  {
    method: "POST",
    path: "/runs",
    body: {
      ...run,
      mode: "stream",
      input: [message, { role: "agent/script", parts: [part] }, { role: "user", parts: [image] }],
    },
  },
  {
    method: "POST",
    path: "/runs",
    body: { ...run, session: { id: "SESSION", history: ["http://127.0.0.1:1/resources/x"], state: null } },
  },
  {
    method: "POST",
    path: "/runs",
    body: { ...run, json_schema: { type: "object", properties: { a: { type: "string" } } } },
  },
  { method: "GET", path: "/runs/TURN" },
  { method: "POST", path: "/runs/TURN", body: resume },
  { method: "POST", path: "/runs/TURN/cancel", body: {} },
  { method: "GET", path: "/runs/TURN/events" },
  { method: "GET", path: "/runs/TURN/events", headers: { accept: "text/event-stream", "last-event-id": "1" } },
  { method: "GET", path: "/agents?limit=5&offset=0" },
  { method: "GET", path: "/agents/script" },
  { method: "GET", path: "/session/SESSION" },
  { method: "GET", path: "/resources/sessions/SESSION/state" },
];

const CODES = new Set(["server_error", "invalid_input", "not_found"]);

export const runs = defineTarget<HttpInput>({
  name: "runs",
  count: 80,
  inputs: httpInputs(samples),
  open: () =>
    openHttpTarget({
      checkAnswer(answer, { path }) {
        const body = bodyOf(answer);
        if (answer.status < 400) return;
        checkSentence(body, answer);
        const isOwn =
          /^\/(?:runs|agents|session)(?:\/|\?|$)/.test(path) &&
          ![404, 405].includes(answer.status) &&
          body?.["code"] !== "bad_request";
        if (isOwn && !CODES.has(String(body?.["code"])))
          throw new BrokenPromise(`not a code of this dialect: ${answer.text.slice(0, 300)}`);
      },
      acknowledged: (answer) => {
        const id = bodyOf(answer)?.["run_id"];
        return typeof id === "string" ? `/runs/${id}` : undefined;
      },
    }),
});
