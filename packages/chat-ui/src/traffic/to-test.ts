// Messages as a test that anyone with Node and Parley can run: it plays the client again, and the agent has to do the same.
import { toTraceHeader } from "@parley/observe";
import { TEST_FRAMES_MAX } from "../watch-limits.ts";
import { lineOf, type FrameRow } from "./frames.ts";

/** Everything until one message: without what came before, an agent would not know the session. */
export function toTest(rows: readonly FrameRow[], last: FrameRow): string {
  const until = rows.slice(0, rows.indexOf(last) + 1).slice(0, TEST_FRAMES_MAX);
  const lines = until.map(({ item }) => lineOf(item)).filter((line) => line !== undefined);
  const trace = [toTraceHeader({ startedAt: until[0]?.row.atMs, agent: undefined, redacted: true }), ...lines];
  const title = `the agent does what it did until: ${last.row.label}`;
  return `// Plays what a client sent, and fails if the agent answers in another way than it did.
// Run it with: AGENT="goose acp" node --test this-file.mjs
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const trace = [
${trace.map((line) => `  ${toLiteral(line)},`).join("\n")}
];

test(${toLiteral(title)}, () => {
  const folder = mkdtempSync(join(tmpdir(), "replay-"));
  const file = join(folder, "trace.ndjson");
  writeFileSync(file, trace.join("\\n") + "\\n");
  const [program, ...before] = (process.env.PARLEY ?? "parley").split(" ");
  const agent = (process.env.AGENT ?? "").split(" ").filter(Boolean);
  assert.ok(agent.length > 0, "AGENT is the command of the agent");
  const args = [...before, "trace", "replay", file, "--as-client", "--strict", "--cwd", folder, "--", ...agent];
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8", timeout: 120_000 });
  assert.equal(status, 0, error?.message ?? stderr);
});
`;
}

/** JSON is JavaScript but for two characters that end a line in older ones. */
function toLiteral(text: string): string {
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
