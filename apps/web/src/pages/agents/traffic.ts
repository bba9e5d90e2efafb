// The latest messages with an agent, one row each, from the lines of a trace.
import { isObject, parseJson, revealLine } from "@parley/base";

export interface TrafficRow {
  readonly at: number;
  readonly from: string;
  /** Its method, or what it answers. */
  readonly label: string;
  readonly isError: boolean;
  readonly text: string;
}

/** A line that is not a message is left out; the first one is the header. */
export function readTraffic(lines: readonly string[]): readonly TrafficRow[] {
  return lines.flatMap((line) => {
    const parsed = parse(line);
    const frame = isObject(parsed) ? parsed["frame"] : undefined;
    if (!isObject(parsed) || !isObject(frame)) return [];
    const { at, from } = parsed;
    return [
      {
        at: typeof at === "number" ? at : 0,
        from: from === "agent" ? "agent" : "client",
        label: labelOf(frame),
        isError: frame["error"] !== undefined,
        text: JSON.stringify(frame, undefined, 2),
      },
    ];
  });
}

function parse(line: string): unknown {
  try {
    return parseJson(line);
  } catch {
    return undefined;
  }
}

function labelOf(frame: Readonly<Record<string, unknown>>): string {
  const { method, id, error } = frame;
  if (typeof method === "string") return revealLine(method);
  return `${error === undefined ? "result" : "error"} of ${JSON.stringify(id)}`;
}
