// ACP over WebSocket: frames in odd orders, and an honest request at the end that has to be answered.
import * as fc from "fast-check";
import { WebSocket } from "ws";
import { BuiltServer } from "../engine/built-server.ts";
import { editedBytes, fromBytes, type Bytes } from "../engine/bytes.ts";
import { mutated } from "../engine/mutate.ts";
import { toJson } from "../engine/odd-values.ts";
import { BrokenPromise, defineTarget } from "../engine/target.ts";
import { checkWireError } from "../samples/acp-answers.ts";
import { agentMessages, aliasParams, clientMessages } from "../samples/acp-messages.ts";
import { operationMessages } from "../samples/acp-operations.ts";

interface Input {
  readonly initializes: boolean;
  readonly frames: readonly { readonly data: Bytes; readonly isBinary: boolean }[];
}

const aliased = aliasParams.map((params, id) => ({ jsonrpc: "2.0", id, method: "session/prompt", params }));
const frame = fc.record({
  data: editedBytes(
    mutated(
      [...clientMessages, ...clientMessages, ...agentMessages.slice(0, 6), ...aliased, ...operationMessages],
      3,
    ).map((value) => Buffer.from(toJson(value))),
    1,
  ),
  isBinary: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});
/** Closing codes that say: a fault of the server. */
const FAULTS = new Set([1006, 1011]);

export const acpWebsocket = defineTarget<Input>({
  name: "acp-websocket",
  count: 60,
  inputs: fc.record({
    initializes: fc.oneof(fc.constant(true), fc.boolean()),
    frames: fc.array(frame, { minLength: 1, maxLength: 6 }),
  }),
  async open() {
    const server = await BuiltServer.open();
    let session = "SESSION";
    return {
      async play({ initializes, frames }) {
        const socket = new WebSocket(`${server.url.replace("http", "ws")}/acp`, {
          headers: { authorization: `Bearer ${server.token}` },
        });
        const closed = new Promise<number>((resolve) => void socket.once("close", resolve));
        const answers: string[] = [];
        const honest = new Promise<"honest">((resolve) => {
          socket.on("message", (data) => {
            // With the type of data that is asked for by default, this is a buffer.
            const text = (data as Buffer).toString("utf8");
            answers.push(text);
            if (text.includes('"honest"')) resolve("honest");
          });
        });
        await new Promise((resolve, reject) => void socket.once("open", resolve).once("error", reject));
        const fill = (text: string): string => text.replaceAll("SESSION", session).replaceAll("FOLDER", server.folder);
        if (initializes) socket.send(fill(JSON.stringify(clientMessages[0])));
        for (const { data, isBinary } of frames) {
          if (isBinary) socket.send(fromBytes(data));
          else if (typeof data === "string") socket.send(fill(data));
          else socket.send(fromBytes(data).toString("latin1"));
        }
        socket.send(JSON.stringify({ jsonrpc: "2.0", id: "honest", method: "session/list", params: {} }));
        const end = await Promise.race([honest, closed]);
        if (typeof end === "number" && FAULTS.has(end)) throw new BrokenPromise(`the socket was closed with ${end}`);
        for (const answer of answers) {
          checkWireError(answer);
          session = /"sessionId":"([^"]+)"/.exec(answer)?.[1] ?? session;
        }
        socket.terminate();
        await server.check();
      },
      finish: () => server.finish(),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
});
