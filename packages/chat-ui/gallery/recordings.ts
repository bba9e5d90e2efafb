// Sessions that were recorded with the scripted agent, played into a view.
import { parseSessionEventLine, type SessionEvent } from "@parley/acp";
import { createTranscript } from "@parley/acp/transcript";
import { applyEvents, SessionView } from "@parley/chat-model";
import shop from "./fixtures/shop.ndjson?raw";
import tour from "./fixtures/tour.ndjson?raw";
import trouble from "./fixtures/trouble.ndjson?raw";
import type { RecordingName, ReplayOptions } from "./gallery-state.ts";

const RECORDINGS: Readonly<Record<RecordingName, string>> = { shop, tour, trouble };

export function replay(name: RecordingName, { until = Infinity }: ReplayOptions = {}): SessionView {
  return toView(readRecording(name).filter(({ seq }) => seq <= until));
}

export function readRecording(name: RecordingName): SessionEvent[] {
  const lines = RECORDINGS[name].trim().split("\n");
  return lines.flatMap((line) => {
    const read = parseSessionEventLine(line);
    return read.ok ? [read.value] : [];
  });
}

function toView(events: readonly SessionEvent[]): SessionView {
  const transcript = createTranscript();
  const view = new SessionView(transcript.snapshot());
  view.apply(applyEvents(transcript, events));
  return view;
}
