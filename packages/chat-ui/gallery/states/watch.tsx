// The map, the timeline and the traffic of a session.
import { toTraceHeader } from "@parley/observe";
import { EventReader, FolderMap, parseTrace, Playback, Recording, Timeline, Traffic } from "../../src/watch.ts";
import type { GalleryGroup, RecordingName } from "../gallery-state.ts";
import { readRecording } from "../recordings.ts";

const FOLDER = "/home/ada/shop";
const FILES = ["src/cart.ts", "src/money.ts", "src/orders.ts", "test/cart.test.ts", "README.md"].map((path, at) => ({
  path,
  bytes: 4_000 - at * 700,
}));

const HISTORY = [
  {
    sessionId: "s1",
    sessionName: "Fix the rounding of discounts",
    agent: "goose",
    turn: 2,
    atMs: Date.parse("2026-11-16T14:05:00Z"),
    prompt: "Round totals once",
    change: "modified",
    isUnasked: true,
    isUndone: false,
  },
];

function play(name: RecordingName | undefined): Playback {
  const recording = new Recording();
  const reader = new EventReader(recording, "s1", "Goose");
  for (const event of name === undefined ? [] : readRecording(name)) reader.add(event);
  if (name !== undefined) {
    const at = recording.lastMs;
    for (const { path } of FILES.slice(0, 3)) recording.touch(path, 0, at, 0);
  }
  return new Playback(recording, false);
}

const map = (name: RecordingName | undefined, files: typeof FILES | undefined) => () => (
  <div className="gallery-tall">
    <FolderMap
      name={FOLDER.split("/").at(-1) ?? ""}
      playback={play(name)}
      files={files}
      isComplete={name !== undefined}
      port={{ history: async () => HISTORY }}
    />
  </div>
);

const frame = (from: "client" | "agent", message: object, at: number): string =>
  JSON.stringify({ at: Date.parse("2026-11-16T14:05:00Z") + at, from, frame: { jsonrpc: "2.0", ...message } });

const TRACE = [
  toTraceHeader({ startedAt: Date.parse("2026-11-16T14:05:00Z"), agent: "goose", redacted: true }),
  frame("client", { id: 1, method: "initialize", params: { protocolVersion: 1 } }, 0),
  frame("agent", { id: 1, result: { protocolVersion: 1, agentInfo: { name: "goose", version: "1.34.0" } } }, 40),
  frame(
    "client",
    {
      id: 2,
      method: "session/prompt",
      params: { sessionId: "a", prompt: [{ type: "text", text: "Round totals once" }] },
    },
    90,
  ),
  frame(
    "agent",
    { id: 9, method: "fs/read_text_file", params: { sessionId: "a", path: "/home/ada/shop/src/cart.ts" } },
    400,
  ),
  frame("client", { id: 9, error: { code: -32_002, message: "File not found" } }, 410),
  frame("agent", { id: 2, result: { stopReason: "end_turn" } }, 900),
].join("\n");

export const watch: GalleryGroup = {
  id: "watch",
  title: "Map, timeline, traffic",
  states: [
    { id: "map", title: "Map of a session", open: map("shop", FILES) },
    { id: "map-new", title: "Map before anything happened", open: map(undefined, FILES) },
    { id: "map-loading", title: "Map while files are listed", open: map(undefined, undefined) },
    { id: "timeline", title: "Timeline of a session", open: () => <Timeline playback={play("shop")} /> },
    {
      id: "timeline-tour",
      title: "Timeline with a question and a failure",
      open: () => <Timeline playback={play("tour")} />,
    },
    {
      id: "timeline-new",
      title: "Timeline before anything happened",
      open: () => <Timeline playback={play(undefined)} />,
    },
    { id: "traffic", title: "Traffic", open: () => <Traffic items={parseTrace(TRACE)} /> },
    { id: "traffic-new", title: "Traffic before the agent was started", open: () => <Traffic items={[]} /> },
  ],
};
