// A turn that changed many files: how soon they are listed.
import { median } from "../statistics.ts";
import { getJson, getText } from "./get-json.ts";
import { withParley } from "./parley-server.ts";
import type { Address } from "./watched-server.ts";

const FILES = 1_000;
const LISTINGS = 20;

export interface ChangesSample {
  /** The first time, when the log is read. */
  readonly firstMs: number;
  readonly nextMs: number;
}

export function measureChanges(nodeFlags: readonly string[]): Promise<ChangesSample> {
  return withParley(nodeFlags, async ({ address }) => {
    const path = toPath(await importSession(address, FILES));
    // The connection is there, and what answers is loaded.
    await getText(address, toPath(await importSession(address, 1)));
    const times: number[] = [];
    for (let listing = 0; listing < LISTINGS; listing += 1) {
      const startMs = performance.now();
      const { files } = await getJson<{ readonly files: readonly unknown[] }>(address, path);
      times.push(performance.now() - startMs);
      if (files.length !== FILES) throw new Error(`Of ${FILES} files ${files.length} were listed`);
    }
    const [firstMs = 0, ...next] = times;
    return { firstMs, nextMs: median(next) };
  });
}

function toPath(sessionId: string): string {
  return `/sessions/${sessionId}/changes?turn=1`;
}

async function importSession({ host, port, headers }: Address, count: number): Promise<string> {
  const files = Array.from({ length: count }, (_, number) => ({
    path: `src/folder-${number % 20}/file-${number}.ts`,
    change: "modified",
    linesAdded: 3,
    linesRemoved: 1,
  }));
  const events = [
    { type: "prompt", prompt: [{ type: "text", text: "Change them all" }] },
    { type: "stop", stopReason: "end_turn" },
    { type: "changes", files, before: "before", after: "after" },
  ];
  const lines = events.map((event, index) =>
    JSON.stringify({ v: 1, seq: index + 1, at: Date.now(), sessionId: "bench", ...event }),
  );
  const response = await fetch(`http://${host}:${port}/sessions/import`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-ndjson" },
    body: lines.join("\n"),
  });
  if (!response.ok) throw new Error(`/sessions/import was answered with ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { readonly id: string }).id;
}
