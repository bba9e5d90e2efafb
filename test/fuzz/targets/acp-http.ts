// ACP over HTTP: messages by POST on a connection of their own, answers on a stream of events.
import * as fc from "fast-check";
import { BuiltServer, type HttpAnswer } from "../engine/built-server.ts";
import { editedBytes, type Bytes } from "../engine/bytes.ts";
import { mutated } from "../engine/mutate.ts";
import { toJson } from "../engine/odd-values.ts";
import { BrokenPromise, defineTarget } from "../engine/target.ts";
import { checkWireError } from "../samples/acp-answers.ts";
import { aliasParams, clientMessages } from "../samples/acp-messages.ts";

interface Input {
  readonly initialize: Bytes;
  readonly messages: readonly { readonly body: Bytes; readonly session: string | null }[];
}

const [INITIALIZE] = clientMessages;
const aliased = aliasParams.map((params, id) => ({ jsonrpc: "2.0", id, method: "session/new", params }));
const body = (samples: readonly unknown[], edits: number): fc.Arbitrary<Bytes> =>
  editedBytes(
    mutated(samples, edits).map((value) => Buffer.from(toJson(value))),
    1,
  );
const message = fc.record({
  body: body([...clientMessages.slice(1), ...aliased], 3),
  session: fc.constantFrom("SESSION", null, "unknown", "__proto__", "x".repeat(300)),
});

const HONEST = JSON.stringify(INITIALIZE);

export const acpHttp = defineTarget<Input>({
  name: "acp-http",
  count: 30,
  inputs: fc.record({
    initialize: fc.oneof(
      { weight: 3, arbitrary: fc.constant(HONEST) },
      { weight: 1, arbitrary: body([INITIALIZE], 3) },
    ),
    messages: fc.array(message, { maxLength: 5 }),
  }),
  async open() {
    const server = await BuiltServer.open();
    let values: Record<string, string> = { FOLDER: server.folder };
    const post = (sent: Bytes, headers: Record<string, string>): Promise<HttpAnswer> =>
      server.send({ method: "POST", path: "/acp", headers, body: sent }, values);
    return {
      async play({ initialize, messages }) {
        const begun = await post(initialize, {});
        check(begun);
        const connection = begun.headers["acp-connection-id"];
        const headers: Record<string, string> =
          typeof connection === "string" ? { "acp-connection-id": connection } : {};
        for (const { body: sent, session } of messages) {
          check(await post(sent, session === null ? headers : { ...headers, "acp-session-id": session }));
        }
        if (typeof connection === "string") {
          const news = await server.send({
            method: "GET",
            path: "/acp",
            headers: { ...headers, accept: "text/event-stream" },
          });
          for (const line of news.text.split("\n")) if (line.startsWith("data:")) values = learn(line.slice(5), values);
          await server.send({ method: "DELETE", path: "/acp", headers });
        }
        await server.check();
      },
      finish: () => server.finish(),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
});

function check({ status, text, headers }: HttpAnswer): void {
  if (status >= 500 && status !== 503) throw new BrokenPromise(`answered with ${status} ${text.slice(0, 500)}`);
  if (status >= 400 && text.trim() === "") throw new BrokenPromise(`${status} without a word`);
  if (String(headers["content-type"] ?? "").includes("json")) checkWireError(text);
}

/** The last session that was made is what later messages are about. */
function learn(data: string, values: Record<string, string>): Record<string, string> {
  checkWireError(data);
  const { result } = JSON.parse(data) as { result?: { sessionId?: unknown } | null };
  return typeof result?.sessionId === "string" ? { ...values, SESSION: result.sessionId } : values;
}
