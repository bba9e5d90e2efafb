// Decides many times with 200 rules, parses command lines, and prints what each cost.
import { readToolCall } from "@parley/acp/tool-input";
import { createFacts } from "@parley/machine";
import { compileRules, decide, redact, type PolicyRules } from "@parley/policy";
import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";
// Parsing alone is not a part of what the package offers.
import { START } from "../../packages/machine/src/facts/line/folders.ts";
import { Found } from "../../packages/machine/src/facts/line/found.ts";
import { readLine } from "../../packages/machine/src/facts/line/read-line.ts";
import type { PolicySample } from "./suites/policy.ts";

const BATCH = 500;
const BATCHES = 40;
const LINE = "git -C . commit -m message --no-verify";
const COMPOUND = "git status && npm run build | tee out.log";
/** Read option by option against the list of what only looks. */
const LOOKING_LINE = "grep -n -A 3 --color=never -e foo src/a.ts src/b.ts";
/** V8 compiles in other threads what the first line made hot; that is a part of its cost. */
const SETTLE_MS = 1_500;

const rules: PolicyRules = {
  written: compileRules([{ layer: "machine", raw: { rules: createRules(200) } }]),
  level: "auto",
};
/** The same, and one that denies a command: everything is looked up among what runs nothing but itself. */
const strict: PolicyRules = {
  written: compileRules([
    { layer: "machine", raw: { rules: createRules(200), autoReject: ["execute(npm publish *)"] } },
  ]),
  level: "bypass",
};
const folder = tmpdir();
const facts = await createFacts({ workspace: folder, roots: [folder] });
const path = await facts.pathFacts(`${folder}/src/deep/file.ts`, { means: "target" });
const started = performance.now();
const beforeLoad = process.cpuUsage();
const command = await facts.commandFacts(LINE, { cwd: folder });
const loadWallMs = performance.now() - started;
await setTimeout(SETTLE_MS);
const load = process.cpuUsage(beforeLoad);
const looking = await facts.commandFacts(LOOKING_LINE, { cwd: folder });

/** A tool call that carries a megabyte: a long text, a patch, and a thousand strings that might be paths. */
const MEGABYTE = 1_048_576;
const large = {
  toolCallId: "1",
  kind: "edit",
  rawInput: {
    path: "src/a.ts",
    content: "x".repeat(MEGABYTE / 2),
    patch: `--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n${"-removed line\n+added line in place of it\n".repeat(MEGABYTE / 80)}`,
    list: Array.from({ length: 900 }, (_, index) => `folder/file-${index}.ts`),
  },
};

const sample: PolicySample = {
  inputMs: (await medianUs(() => readToolCall(large), 2)) / 1_000,
  pathUs: await medianUs(() => decide({ kind: "write", path: path.requested }, path, rules)),
  commandUs: await medianUs(() => decide({ kind: "execute", command: LINE }, command, rules)),
  lookingUs: await medianUs(() => decide({ kind: "execute", command: LOOKING_LINE }, looking, rules)),
  strictUs: await medianUs(() => decide({ kind: "execute", command: LINE }, command, strict)),
  parseUs: await medianUs(() => readLine(new Found(), COMPOUND, { via: [], folder: START }, "bash")),
  factsUs: await medianUs(() => facts.commandFacts(COMPOUND, { cwd: folder }), 20),
  redactMbPerS: redactedMbPerS(),
  loadMs: (load.user + load.system) / 1e3,
  loadWallMs,
};
process.stdout.write(JSON.stringify(sample));

/** A mix, none of which fits, so that all of them have to be looked at. */
function createRules(count: number): unknown[] {
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? { verdict: "allow", kind: "write", paths: [`other-${index}/**`] }
      : { verdict: "allow", kind: "execute", program: `tool-${index}`, prefix: "run" },
  );
}

/** A log of a build with code in it, as agents print them. */
function redactedMbPerS(): number {
  const lines = Array.from({ length: 200 }, (_, index) => [
    `[12:00:${index % 60}] src/feature-${index}.ts compiled in ${index} ms (sha ${(index * 7919).toString(16).padStart(40, "3")})`,
    `  const token = await readToken({ path, signal }); // ${index} of the tests passed`,
    `{"type":"text","text":"GET https://example.com/items/${index}?page=2 answered 200"}`,
    "",
  ]).flat();
  const text = lines.join("\n");
  const times: number[] = [];
  for (let round = 0; round < BATCHES; round += 1) {
    const before = process.cpuUsage();
    for (let count = 0; count < 20; count += 1) redact(text);
    const { user, system } = process.cpuUsage(before);
    times.push((20 * text.length) / (user + system));
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

async function medianUs(work: () => unknown, batch = BATCH): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < BATCHES; round += 1) {
    const before = process.cpuUsage();
    for (let count = 0; count < batch; count += 1) await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / batch);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
