import { formatSessionEvent } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { toFileRows } from "../map/describe-file.ts";
import { openRecording, type RecordingFile } from "./open-recording.ts";
import { createSessionEvents } from "./testing/session-events.ts";

function fileOf(text: string, name = "some.ndjson"): RecordingFile {
  const bytes = new TextEncoder().encode(text);
  return { name, size: bytes.length, stream: () => new Blob([bytes]).stream() };
}

const frame = (at: number, from: string, message: object) =>
  JSON.stringify({ at, from, frame: { jsonrpc: "2.0", ...message } });

/** In parts, so that it is not taken for a key that was left in the sources. */
const SECRET = ["sk", "ant", "api03", "abcdefghijklmnopqrstuvwxyz0123456789"].join("-");

const TRACE = [
  '{"v":1,"kind":"parley-trace","startedAt":5000,"agent":"goose","redacted":false,"part":1}',
  frame(5_000, "client", { id: 1, method: "session/new", params: { cwd: "/w", mcpServers: [] } }),
  frame(5_100, "agent", { id: 1, result: { sessionId: "s" } }),
  frame(5_200, "client", {
    id: 2,
    method: "session/prompt",
    params: {
      sessionId: "s",
      prompt: [{ type: "text", text: `use ${SECRET}` }],
    },
  }),
  frame(5_300, "agent", {
    method: "session/update",
    params: {
      sessionId: "s",
      update: {
        sessionUpdate: "tool_call",
        toolCallId: "t",
        title: "Edit a.ts",
        kind: "edit",
        status: "completed",
        content: [{ type: "diff", path: "/w/a.ts", oldText: "a", newText: "b" }],
      },
    },
  }),
  frame(5_400, "agent", { id: 2, result: { stopReason: "end_turn" } }),
].join("\n");

describe("a file that is opened", () => {
  it("is a trace: its messages without secrets, and what was done to files", async () => {
    const { kind, recording, items, unread } = await openRecording(fileOf(TRACE));
    expect([kind, unread, recording.folder]).toEqual(["trace", 0, "/w"]);
    expect(items).toHaveLength(6);
    expect(JSON.stringify(items)).not.toContain("abcdefghijklmnopqrstuvwxyz0123456789");
    expect(toFileRows(recording, recording.lastMs)).toMatchObject([
      { path: "a.ts", writes: 1, agent: "goose", isUnasked: true },
    ]);
    expect(recording.spans.all.map(({ kind: what }) => what)).toEqual(["turn", "tool"]);
  });

  it("is an exported session, with a header or without one; a line that cannot be read is counted", async () => {
    const events = createSessionEvents("s", "/srv/shop").map(formatSessionEvent);
    const header = '{"parley":"session","version":1,"id":"s","agent":"script"}';
    for (const lines of [[header, ...events], events, [...events, "{half"]]) {
      const { kind, recording, items, unread } = await openRecording(fileOf(lines.join("\n")));
      expect([kind, items.length, unread]).toEqual(["session", 0, lines.at(-1) === "{half" ? 1 : 0]);
      expect(toFileRows(recording, recording.lastMs)).toHaveLength(3);
    }
  });

  it.each([
    ["nothing", ""],
    ["text", "Dear diary,\ntoday I traced nothing."],
    ["other JSON", '{"name":"x","version":"1.0.0"}'],
    ["a session without events", '{"parley":"session","version":1}'],
    ["bytes", "\0\u0001\u0002".repeat(1_000)],
  ])("is refused with a clear message if it is %s", async (_what, text) => {
    await expect(openRecording(fileOf(text, "diary\u202E.txt"))).rejects.toThrow(
      /^diary.*\.txt is not a trace and not an exported session\. Record a trace with/,
    );
    await expect(openRecording(fileOf(text, "diary\u202E.txt"))).rejects.not.toThrow("\u202E");
  });

  it("is refused if it is too large", async () => {
    await expect(openRecording({ ...fileOf(TRACE), size: 2 ** 31 })).rejects.toThrow(/has 2\.0 GiB; recordings up to/);
  });
});
