// Agent2Agent: both bindings, both versions.
import { httpInputs, type HttpInput, type HttpSample } from "../engine/http-inputs.ts";
import { bodyOf, checkSentence, openHttpTarget } from "../engine/http-target.ts";
import { BrokenPromise, defineTarget } from "../engine/target.ts";

const V1 = { "a2a-version": "1.0" };
const message = {
  messageId: "m1",
  role: "ROLE_USER",
  parts: [{ text: "say hello" }, { data: { a: 1 } }],
  contextId: "SESSION",
  metadata: {},
};
const legacy = { kind: "message", messageId: "m1", role: "user", parts: [{ kind: "text", text: "say hello" }] };
const params = {
  message,
  configuration: { returnImmediately: true, historyLength: 2, acceptedOutputModes: ["text/plain"] },
  metadata: { cwd: "FOLDER" },
};
const push = {
  taskId: "TURN",
  id: "c",
  url: "http://127.0.0.1:1/hook",
  token: "t",
  authentication: { scheme: "Bearer", credentials: "c" },
};
const call = (method: string, given: unknown, headers: Readonly<Record<string, string>> = V1): HttpSample => ({
  method: "POST",
  path: "/a2a",
  headers,
  body: { jsonrpc: "2.0", id: 1, method, params: given },
});

const samples: readonly HttpSample[] = [
  call("SendMessage", params),
  call("SendMessage", { message: { messageId: "m2", role: "ROLE_USER", parts: [{ text: "say hi" }] } }),
  call("SendStreamingMessage", params),
  call("GetTask", { id: "TURN", historyLength: 1 }),
  call("ListTasks", { contextId: "SESSION", pageSize: 5, pageToken: "", status: "TASK_STATE_COMPLETED" }),
  call("CancelTask", { id: "TURN" }),
  call("SubscribeToTask", { id: "TURN" }),
  call("CreateTaskPushNotificationConfig", push),
  call("ListTaskPushNotificationConfigs", { taskId: "TURN" }),
  call("GetExtendedAgentCard", {}),
  call("message/send", { message: legacy, configuration: { blocking: false } }, {}),
  call("message/stream", { message: legacy }, {}),
  call("tasks/get", { id: "TURN", historyLength: 1 }, {}),
  call("tasks/cancel", { id: "TURN" }, {}),
  call("tasks/resubscribe", { id: "TURN" }, {}),
  call("tasks/pushNotificationConfig/set", { taskId: "TURN", pushNotificationConfig: push }, {}),
  { method: "POST", path: "/message:send", headers: V1, body: params },
  { method: "POST", path: "/message:stream", headers: V1, body: params },
  { method: "POST", path: "/a2a/agents/script/v1/message:send", headers: V1, body: params },
  { method: "GET", path: "/tasks?pageSize=2&status=TASK_STATE_COMPLETED&contextId=SESSION", headers: V1 },
  { method: "GET", path: "/tasks/TURN?historyLength=1", headers: V1 },
  { method: "POST", path: "/tasks/TURN:cancel", headers: V1, body: {} },
  { method: "POST", path: "/tasks/TURN/pushNotificationConfigs", headers: V1, body: push },
  { method: "GET", path: "/.well-known/agent-card.json" },
];

const INTERNAL = -32_603;

export const a2a = defineTarget<HttpInput>({
  name: "a2a",
  count: 80,
  inputs: httpInputs(samples),
  open: () =>
    openHttpTarget({
      checkAnswer(answer) {
        const body = bodyOf(answer);
        const error = body?.["error"] as { code?: unknown } | undefined;
        if (answer.status >= 400) checkSentence(error ?? body, answer);
        if (error === undefined) return;
        checkSentence(error, answer);
        if (error.code === INTERNAL || answer.text.includes("Internal server error")) {
          throw new BrokenPromise(`an internal error for a caller's mistake: ${answer.text.slice(0, 500)}`);
        }
      },
      acknowledged(answer) {
        const body = bodyOf(answer);
        const result: { task?: { id?: unknown } } | undefined = body?.["result"] ?? body;
        const id = result?.task?.id;
        return typeof id === "string" ? `/turns/${id}` : undefined;
      },
    }),
});
