// The frames of a stream of events, as they come.
import type { RunEvent } from "../wire.ts";

export interface Frame {
  readonly id: string | undefined;
  readonly event: RunEvent;
}

export async function* readFrames(response: Response): AsyncGenerator<Frame, void> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    const text = decoder.decode(bytes as Uint8Array, { stream: true });
    const isWhole = text.includes("\n\n") || (rest.endsWith("\n") && text.startsWith("\n"));
    rest += text;
    // A long frame comes in many pieces.
    if (!isWhole) continue;
    const frames = rest.split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const fields = new Map(
        frame.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.replace(/^\w*: ?/, "")]),
      );
      const data = fields.get("data");
      if (data !== undefined) yield { id: fields.get("id"), event: JSON.parse(data) as RunEvent };
    }
  }
}
