// A client made with the official SDK that talks to our agent: files, terminals and permission are real.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { Readable, Writable } from "node:stream";
import {
  client,
  ndJsonStream,
  RequestError,
  type ClientContext,
  type SessionNotification,
} from "@agentclientprotocol/sdk";
import { createInbox, type Inbox, type RecordedFrame } from "@parley/test-support";
import type { ClientPlace } from "./client-place.ts";
import { createSdkTerminals } from "./sdk-terminals.ts";

export interface SdkTalk extends AsyncDisposable {
  readonly agent: ClientContext;
  readonly updates: Inbox<SessionNotification>;
  /** Everything that passed, in order. */
  readonly frames: readonly RecordedFrame[];
  /** The titles of what permission was asked for. */
  readonly asked: readonly string[];
  /** What our agent wanted of files, and the commands it ran in terminals. */
  readonly files: readonly string[];
  readonly commands: readonly string[];
}

export function openSdkTalk({ agent: { command, args }, cwd, env }: ClientPlace): SdkTalk {
  const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const frames: RecordedFrame[] = [];
  const updates = createInbox<SessionNotification>();
  const asked: string[] = [];
  const files: string[] = [];
  const terminals = createSdkTerminals(env);
  const app = client({ name: "sdk-client" })
    .onNotification("session/update", ({ params }) => updates.push(params))
    .onRequest("session/request_permission", ({ params: { options, toolCall } }) => {
      asked.push(toolCall.title ?? "");
      const option = options.find(({ kind }) => kind === "allow_once");
      return { outcome: { outcome: "selected", optionId: option?.optionId ?? "" } };
    })
    .onRequest("fs/read_text_file", async ({ params: { path } }) => {
      files.push(`read ${path}`);
      const content = await readFile(path, "utf8").catch(() => undefined);
      if (content === undefined) throw RequestError.resourceNotFound(path);
      return { content };
    })
    .onRequest("fs/write_text_file", async ({ params: { path, content } }) => {
      files.push(`write ${path}`);
      await writeFile(path, content);
    });
  const toAgent = spy("client", frames, Writable.toWeb(child.stdin) as WritableStream<Uint8Array>);
  const fromAgent = (Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>).pipeThrough(watch("agent", frames));
  const connection = terminals.addTo(app).connect(ndJsonStream(toAgent, fromAgent));
  return {
    agent: connection.agent,
    updates,
    frames,
    asked,
    files,
    commands: terminals.commands,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await exited;
      await connection.closed;
      await terminals[Symbol.asyncDispose]();
    },
  };
}

function spy(
  from: RecordedFrame["from"],
  frames: RecordedFrame[],
  into: WritableStream<Uint8Array>,
): WritableStream<Uint8Array> {
  const watched = watch(from, frames);
  // It fails when the agent exits first; the exit code says why.
  watched.readable.pipeTo(into).catch(() => undefined);
  return watched.writable;
}

/** Keeps the messages in the bytes that pass. */
function watch(from: RecordedFrame["from"], frames: RecordedFrame[]): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let rest = "";
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") frames.push({ from, frame: JSON.parse(line) as unknown });
      controller.enqueue(chunk);
    },
  });
}
