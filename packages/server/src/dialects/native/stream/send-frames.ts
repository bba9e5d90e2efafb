// Frames of the native API as server-sent events. Only the last one of an event has its number, so an interrupted
// client gets all of them again.
import type { ServerSentEvent } from "../../../http/event-stream.ts";
import type { NativeFrame } from "../../../operations/messages/native-message.ts";

export function pushFrames(events: ServerSentEvent[], frames: readonly NativeFrame[], seq: number): void {
  for (let index = 0; index < frames.length; index += 1) {
    const data = JSON.stringify(frames[index]);
    events.push(index === frames.length - 1 ? { data, id: seq } : { data });
  }
}

export function frameEvent(frame: NativeFrame): ServerSentEvent {
  return { data: JSON.stringify(frame) };
}
