// The recordings: wire traffic of real agents, every text replaced by a placeholder, one line per frame.
import { readdirSync, readFileSync } from "node:fs";
import type { Frame, Side } from "@parley/test-support";

export interface RecordedLine {
  readonly from: Side;
  readonly frame: Frame;
}

export interface Recording {
  readonly name: string;
  /** One conversation per connection: the client came back in between. */
  readonly conversations: readonly (readonly RecordedLine[])[];
}

const FOLDER = new URL("../fixtures/", import.meta.url);

export function readRecordings(): Recording[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".ndjson"))
    .map((file) => {
      const text = readFileSync(new URL(file, FOLDER), "utf8");
      const lines = text.trimEnd().split("\n");
      const frames = lines.map((line) => JSON.parse(line) as RecordedLine);
      return { name: file.replace(".ndjson", ""), conversations: splitByConnection(frames) };
    });
}

function splitByConnection(lines: readonly RecordedLine[]): RecordedLine[][] {
  const conversations: RecordedLine[][] = [];
  for (const line of lines) {
    if (line.frame["method"] === "initialize") conversations.push([]);
    conversations.at(-1)?.push(line);
  }
  return conversations;
}
