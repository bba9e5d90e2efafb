// What runs in the browser: the map of a large folder, and the log of a busy session that is played into it.
import type { SessionEventBody } from "@parley/acp";
import "@parley/chat-ui/theme.css";
import { EventReader, FolderMap, Playback, Recording } from "@parley/chat-ui/watch";
import { createElement } from "react";
import { createRoot } from "react-dom/client";

export interface MapBench {
  /** Milliseconds until the map of a folder with this number of files was drawn for the first time. */
  open(files: number): Promise<number>;
  /** Plays a part of the session, and returns the number of frames that it took. */
  play(seconds: number, callsPerFrame: number): Promise<number>;
}

declare global {
  interface Window {
    mapBench: MapBench;
  }
}

const CALL_MS = 1_000;
const CALLS_PER_TURN = 120;
const FILES_PER_FOLDER = 25;
const FOLDER = "/code/large";

const paths: string[] = [];
/** Seconds of the session are seconds before now, so that files cool as they would. */
let nowMs = Date.now() - 9 * 3_600_000;
let [seq, call] = [0, 0];
const recording = new Recording(FOLDER);
const reader = new EventReader(recording, "busy", "Busy agent");
const playback = new Playback(recording, true, () => nowMs);

window.mapBench = {
  async open(count) {
    const files = Array.from({ length: count }, (_, index) => {
      const folder = Math.floor(index / FILES_PER_FOLDER);
      const path = `packages/p${folder % 40}/src/f${folder % 400}/d${folder}/file-${index}.ts`;
      paths.push(path);
      return { path, bytes: 200 + ((index * 7_919) % 40_000) };
    });
    add({ type: "agent_started", agent: { name: "busy" }, agentSessionId: "x", cwd: FOLDER });
    const startedAt = performance.now();
    const place = document.createElement("div");
    place.style.height = "100vh";
    document.body.append(place);
    createRoot(place).render(createElement(FolderMap, { name: "large", playback, files, isComplete: true }));
    await until(() => document.querySelector("canvas")?.width !== 300 && document.querySelector("canvas") !== null);
    await nextFrame();
    return performance.now() - startedAt;
  },
  async play(seconds, callsPerFrame) {
    const untilMs = nowMs + seconds * 1_000;
    let frames = 0;
    for (; nowMs < untilMs; frames += 1) {
      for (let left = callsPerFrame; left > 0 && nowMs < untilMs; left -= 1) addCall();
      recording.changed();
      await nextFrame();
    }
    return frames;
  },
};

function addCall(): void {
  nowMs += CALL_MS;
  call += 1;
  if (call % CALLS_PER_TURN === 1) add({ type: "prompt", prompt: [{ type: "text", text: "Continue" }] });
  const [file, other] = [paths[(call * 7_907) % paths.length], paths[(call * 104_729) % paths.length]];
  const kind = call % 3 === 0 ? "edit" : "read";
  const locations = [file, other].map((path) => ({ path: `${FOLDER}/${path}` }));
  const toolCallId = String(call);
  add({
    type: "update",
    update: { sessionUpdate: "tool_call", toolCallId, title: `Call ${call}`, kind, status: "in_progress", locations },
  });
  add({ type: "update", update: { sessionUpdate: "tool_call_update", toolCallId, status: "completed" } });
  add({ type: "update", update: { sessionUpdate: "usage_update", used: call % 200_000, size: 200_000 } });
  if (call % CALLS_PER_TURN === 0) add({ type: "stop", stopReason: "end_turn" });
}

function add(body: SessionEventBody): void {
  seq += 1;
  reader.add({ v: 1, seq, at: nowMs, sessionId: "busy", ...body });
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await nextFrame();
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
