// Makes the packs: for each start that somebody waits for, one file of the chunks that it loads, and what V8 compiled of them by then.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { writePack } from "./write-pack.mjs";

const RECORDER = fileURLToPath(new URL("record-start.cjs", import.meta.url));
/** A start that takes longer has gone wrong. */
const RECORD_MS_MAX = 60_000;

const request = (id, method, params) => `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const openSession = (cwd) => [
  request(0, "initialize", { protocolVersion: 1, clientCapabilities: {} }),
  request(1, "session/new", { cwd, mcpServers: [] }),
];

/**
 * For each: the commands that start so, and its stages. What an answer waits for is a stage of its own, because V8 takes in all of a
 * pack at once; the next stages are what a list needs, and the first turn. A stage ends when something is written, or with the process.
 */
const STARTS = [
  {
    commands: ["agent"],
    stages: [
      { name: "agent", args: ["agent"], converse: promptOnce, untilWritten: '"id":1,' },
      { name: "agent-list", args: ["agent"], converse: listOnce },
      { name: "agent-turn", args: ["agent"], converse: promptOnce },
    ],
  },
  {
    commands: ["run", "chat", ""],
    stages: [
      { name: "run", args: ["run", "--agent", "script", "say hello"], untilWritten: '"initialize"' },
      { name: "run-turn", args: ["run", "--agent", "script", "say hello"] },
    ],
  },
];

/** Nobody has anything to say. */
async function drain(child) {
  child.stdin.end();
  for await (const chunk of child.stdout) void chunk;
}

/** A whole turn; the session's name is known with its answer. */
async function promptOnce(child, cwd) {
  for (const line of openSession(cwd)) child.stdin.write(line);
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line);
    const prompt = [{ type: "text", text: "say hello" }];
    if (id === 1) child.stdin.write(request(2, "session/prompt", { sessionId: result.sessionId, prompt }));
    if (id === 2) child.stdin.end();
  }
}

/** A list of sessions. */
async function listOnce(child) {
  child.stdin.write(request(0, "initialize", { protocolVersion: 1, clientCapabilities: {} }));
  child.stdin.write(request(1, "session/list", {}));
  for await (const line of createInterface({ input: child.stdout })) if (JSON.parse(line).id === 1) child.stdin.end();
}

/** The files made. `writeEntry` writes the entry that uses the packs it is given, by command. */
export async function makePacks({ dir, writeEntry }) {
  await writeEntry({});
  const made = [];
  for (const { commands, stages } of STARTS) {
    const packed = new Set();
    for (const stage of stages) {
      const loaded = JSON.parse((await record({ stage, dir })).toString());
      const chunks = loaded.filter((name) => !packed.has(name));
      for (const name of chunks) packed.add(name);
      made.push({ commands, stage, pack: writePack({ name: stage.name, dir, chunks }) });
    }
  }
  await writeEntry(toTable(made));
  for (const { stage, pack } of made) writeFileSync(join(dir, `${pack}.cache`), await record({ stage, dir, pack }));
  return made.flatMap(({ pack }) => [`${pack}.cjs`, `${pack}.cache`]);
}

function toTable(made) {
  const table = {};
  for (const { commands, pack } of made) for (const command of commands) (table[command] ??= []).push(pack);
  return table;
}

async function record({ stage: { name, args, converse = drain, untilWritten }, dir, pack }) {
  const folder = mkdtempSync(join(tmpdir(), "parley-build-"));
  try {
    const result = join(folder, "result");
    const order = JSON.stringify({ pack, result, untilWritten });
    const cwd = join(folder, "work");
    mkdirSync(cwd);
    const child = spawn(process.execPath, ["--require", RECORDER, join(dir, "parley.cjs"), ...args], {
      cwd,
      env: cleanEnvironment({ PARLEY_HOME: join(folder, "home"), PARLEY_RECORD: order }),
      timeout: RECORD_MS_MAX,
    });
    child.stdin.on("error", () => undefined); // Its exit code tells.
    const [[exitCode], stderr] = await Promise.all([once(child, "close"), text(child.stderr), converse(child, cwd)]);
    if (exitCode !== 0) throw new Error(`The start "${name}" could not be recorded (exit code ${exitCode}): ${stderr}`);
    return readFileSync(result);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without what the user set for Parley or Node: what is recorded must not depend on it. */
function cleanEnvironment(own) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PARLEY|NODE)_/.test(name));
  return { ...Object.fromEntries(kept), ...own };
}
