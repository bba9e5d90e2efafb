// What an editor adds to a request for a file: the same file, read from the disk and through an editor on this machine.
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WebSocket } from "ws";
import { READER, withParley } from "./parley-server.ts";
import type { Address } from "./watched-server.ts";

const LINES = 500;

export interface EditorSample {
  readonly diskMs: number;
  readonly editorMs: number;
  readonly addedMs: number;
}

export function measureEditor(nodeFlags: readonly string[]): Promise<EditorSample> {
  return withParley(nodeFlags, async ({ address }, folder) => {
    const path = join(folder, "file.ts");
    const text = "export const value = 1;\n".repeat(LINES);
    await writeFile(path, text);
    const diskMs = await readThrough(address, path, folder, undefined);
    const editorMs = await readThrough(address, path, folder, text);
    return { diskMs, editorMs, addedMs: editorMs - diskMs };
  });
}

/** The median of one request. `text`: what the client has open; undefined: it has no files. */
async function readThrough(
  { host, port, headers }: Address,
  path: string,
  cwd: string,
  text: string | undefined,
): Promise<number> {
  const socket = new WebSocket(`ws://${host}:${port}/acp`, { headers, perMessageDeflate: false });
  await once(socket, "open");
  try {
    const { ask, said, isAsked } = speak(socket, text);
    const fs = text === undefined ? {} : { fs: { readTextFile: true } };
    await ask("initialize", { protocolVersion: 1, clientCapabilities: fs });
    const { sessionId } = await ask("session/new", { cwd, mcpServers: [], _meta: { parley: { agent: READER } } });
    // The first turn starts the agent, and has the hot path compiled.
    for (let turn = 0; turn < 2; turn += 1)
      await ask("session/prompt", { sessionId, prompt: [{ type: "text", text: path }] });
    if (isAsked() !== (text !== undefined)) throw new Error("The file was not read where it should have been");
    return Number(/.*p50=([\d.]+);/s.exec(said())?.[1]);
  } finally {
    socket.terminate();
  }
}

interface Talk {
  readonly ask: (method: string, params: unknown) => Promise<Readonly<Record<string, unknown>>>;
  /** Everything that was sent, as it came. */
  readonly said: () => string;
  /** Whether it was asked for a file. */
  readonly isAsked: () => boolean;
}

function speak(socket: WebSocket, text: string | undefined): Talk {
  const waiting = new Map<unknown, (result: Readonly<Record<string, unknown>>) => void>();
  let [id, reads, heard] = [0, 0, ""];
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Readonly<Record<string, unknown>>;
    if (message["method"] === "fs/read_text_file") {
      reads += 1;
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: message["id"], result: { content: text } }));
    } else if (message["method"] === undefined) {
      waiting.get(message["id"])?.(message["result"] as Readonly<Record<string, unknown>>);
      waiting.delete(message["id"]);
    } else heard += data.toString();
  });
  const ask: Talk["ask"] = (method, params) => {
    id += 1;
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  return { ask, said: () => heard, isAsked: () => reads > 0 };
}
