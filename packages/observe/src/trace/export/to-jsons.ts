// A trace as the official trace viewer reads it: one line per message, seconds since the start.
import type { PlacedFrame } from "../conversation.ts";
import { fieldText } from "../json-text.ts";

/** Undefined for items that the viewer does not support, such as invalid messages. */
export function toViewerLine(placed: PlacedFrame, startMs: number | undefined): string | undefined {
  const { frame, kind, sessionId } = placed;
  const { raw } = frame;
  if (raw === undefined || kind === "text" || kind === "invalid") return undefined;
  const [from, to] = frame.from === "client" ? ["Client", "Agent"] : ["Agent", "Client"];
  // Without times, at least the order is kept.
  const seconds =
    frame.atMs === undefined || startMs === undefined ? frame.line / 1_000 : (frame.atMs - startMs) / 1_000;
  const field = (name: string, as = name): string => {
    const text = fieldText(raw, name);
    return text === undefined ? "" : `,"${as}":${text}`;
  };
  const session = sessionId === undefined ? "" : `,"session":${JSON.stringify(sessionId)}`;
  const ends = `"from":"${from}","to":"${to}"`;
  const head = `{"type":"${kind}","ts":${seconds}`;
  if (kind === "response") {
    const isError = placed.error !== undefined;
    const payload = field(isError ? "error" : "result", "payload") || ',"payload":null';
    return `${head},${ends}${field("id")},"is_error":${isError}${payload}}`;
  }
  const params = field("params") || ',"params":{}';
  return `${head},"protocol":"acp",${ends}${kind === "request" ? field("id") : ""}${field("method")}${session}${params}}`;
}
