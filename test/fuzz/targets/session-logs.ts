// Logs of sessions, damaged in any way: listed, read, searched, exported and continued; what is written next is found again.
import { formatSessionEvent, type SessionEvent } from "@parley/acp";
import { createFileSessionStore, exportSession, type FileSessionStore } from "@parley/home/session-log";
import { createTempFolder } from "@parley/test-support";
import * as fc from "fast-check";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { toIso } from "../../../apps/cli/src/output/time.ts";
import { editedBytes, fromBytes, type Bytes } from "../engine/bytes.ts";
import { mutated } from "../engine/mutate.ts";
import { toJson } from "../engine/odd-values.ts";
import { allowRefusal } from "../engine/own-errors.ts";
import { BrokenPromise, defineTarget } from "../engine/target.ts";
import { aliasParams } from "../samples/acp-messages.ts";

interface Input {
  readonly log: Bytes;
  /** Beside it, from an earlier time. */
  readonly index: Bytes | null;
}

const ID = "fuzz1";
const envelope = (seq: number, type: string, fields: object): object => ({
  v: 1,
  seq,
  at: 1_000 + seq,
  sessionId: ID,
  type,
  ...fields,
});
const TEXT = { type: "text", text: "hello" };
const TOOL = { toolCallId: "t", title: "Write", kind: "edit", status: "completed", rawInput: { path: "a" } };
const OPTIONS = [{ optionId: "y", name: "Allow", kind: "allow_once" }];
const SAMPLES: readonly unknown[] = [
  envelope(0, "note", {
    level: "info",
    text: "A session",
    schemaVersion: 1,
    session: { agent: { name: "script" }, cwd: "/a" },
  }),
  envelope(1, "prompt", { prompt: [TEXT] }),
  envelope(2, "agent_started", { agent: { name: "script" }, agentSessionId: "s" }),
  envelope(3, "update", { update: { sessionUpdate: "agent_message_chunk", content: TEXT } }),
  envelope(4, "update", { update: { sessionUpdate: "tool_call", ...TOOL } }),
  envelope(5, "permission_asked", { interactionId: "i", toolCall: TOOL, options: OPTIONS }),
  envelope(6, "permission_answered", {
    interactionId: "i",
    outcome: { outcome: "selected", optionId: "y" },
    by: "user",
  }),
  envelope(7, "changes", { files: [{ path: "a", kind: "edit", status: "modified" }] }),
  envelope(8, "terminal", { terminalId: "t", command: "ls", output: "x", exitCode: 0 }),
  envelope(9, "note", { level: "info", text: "Renamed to x", name: "x" }),
  envelope(10, "stop", { stopReason: "end_turn" }),
  envelope(11, "from_the_future", { anything: [1] }),
  ...aliasParams.slice(0, 20).map((update, index) => envelope(20 + index, "update", { update })),
];
const header = mutated([SAMPLES[0]], 1);
const log = fc
  .tuple(header, fc.array(mutated(SAMPLES, 2), { maxLength: 10 }))
  .map(([first, rest]) => Buffer.from([first, ...rest].map((event) => `${toJson(event)}\n`).join("")));

async function playStore(store: FileSessionStore): Promise<void> {
  // As `parley sessions list` shows them.
  for (const { createdAtMs, updatedAtMs } of await store.list()) void [toIso(createdAtMs), toIso(updatedAtMs)];
  await allowRefusal(() => store.find(ID));
  for await (const hit of store.search("hello", { limit: 5 })) void hit.session;
  for (const format of ["ndjson", "json", "markdown"] as const) {
    await allowRefusal(async () => exportSession(await store.read(ID), format, () => undefined));
  }
  const opened = await allowRefusal(() => store.open(ID));
  if (opened === undefined) return;
  const event = {
    ...envelope(opened.log.lastSeq + 1, "note", { level: "info", text: "written next" }),
  } as SessionEvent;
  opened.log.append(event, formatSessionEvent(event));
  await opened.log.sync();
  await opened.log.close();
  if (opened.log.failure !== undefined) throw new BrokenPromise(`not written: ${opened.log.failure.message}`);
  let isThere = false;
  for await (const found of (await store.read(ID)).events) isThere ||= JSON.stringify(found).includes("written next");
  if (!isThere) throw new BrokenPromise("what was written next is not in the log");
}

export const sessionLogs = defineTarget<Input>({
  name: "session-logs",
  count: 80,
  inputs: fc.record({
    log: editedBytes(log),
    index: fc.option(
      editedBytes(
        mutated([{ id: ID, bytes: 10, lastSeq: 3, agent: { name: "x" }, cwd: "/" }]).map((value) =>
          Buffer.from(`${toJson(value)}\n`),
        ),
      ),
    ),
  }),
  async open() {
    const place = await createTempFolder();
    return {
      async play(input) {
        const folder = place.file("sessions");
        await mkdir(folder);
        await writeFile(place.file("sessions", `${ID}.ndjson`), fromBytes(input.log));
        if (input.index !== null) await writeFile(place.file("sessions", "index.journal"), fromBytes(input.index));
        const store = createFileSessionStore({ folder });
        await playStore(store);
        // As another process finds it.
        await createFileSessionStore({ folder }).list();
        const left = (await readdir(place.file("sessions"))).filter((name) => name.endsWith(".tmp"));
        if (left.length > 0) throw new BrokenPromise(`left behind: ${left.join()}`);
        await rm(folder, { recursive: true });
      },
      [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
    };
  },
});
