// A folder as the examples suppose it, with the programs that they name, and a home of its own under HOME.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../repository/workspaces.ts";
import { openPlace, PARLEY, type Place } from "../run-parley.ts";

const execute = promisify(execFile);

/** Stands where a reader's own program is meant: an agent that speaks ACP (as the scripted one does), a client, an opener. */
const PROGRAMS: Readonly<Record<string, string>> = {
  parley: `exec "${process.execPath}" "${PARLEY}" "$@"`,
  npx: `[ "$1" = parley ] || exit 64; shift; exec "${process.execPath}" "${PARLEY}" "$@"`,
  goose: `[ "$1" = --version ] && { echo 1.34.0; exit; }; exec "${process.execPath}" "${PARLEY}" script`,
  "codex-acp": `[ "$1" = --version ] && { echo 1.0.0; exit; }; exec "${process.execPath}" "${PARLEY}" script`,
  "xdg-open": `printf '%s' "$1" > "$HOME/opened"`,
  "my-client": `exec "${process.execPath}" "$HOME/bin/my-client.cjs" "$@"`,
};

/** Starts what follows `--`, and is content when a turn of it has ended: a recording of that can be replayed as an agent. */
const MY_CLIENT = `
const [dashes, command, ...args] = process.argv.slice(2);
if (dashes !== "--") process.exit(64);
const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const calls = [
  () => ["initialize", { protocolVersion: 1 }],
  ({ protocolVersion }) => (protocolVersion === 1 ? ["session/new", { cwd: process.cwd(), mcpServers: [] }] : process.exit(65)),
  ({ sessionId }) => ["session/prompt", { sessionId, prompt: [{ type: "text", text: "say Hello" }] }],
];
const call = (id, result) => {
  if (id === calls.length) return child.stdin.end();
  const [method, params] = calls[id](result);
  child.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\\n");
};
createInterface({ input: child.stdout }).on("line", (line) => {
  const { id, method, result } = JSON.parse(line);
  if (method === undefined) call(id + 1, result);
});
child.on("exit", (code) => process.exit(code ?? 66));
call(0);
`;

/** A recipe made from a session, with a parameter. */
const RECIPE = `version: 1.0.0
title: Release
description: Says what is released
prompt: say Releasing {{ version }}
parameters:
  - key: version
    description: Which one
    required: true
`;

const [, DOCUMENTED_RECIPE = ""] =
  /^```yaml\n([\s\S]*?)^```/m.exec(readFileSync(join(root, "docs/command-line.md"), "utf8")) ?? [];

const FILES: Readonly<Record<string, string>> = {
  "src/main.ts": Array.from({ length: 60 }, (_, index) => `export const value${index} = ${index};\n`).join(""),
  "package.json": '{ "name": "example", "scripts": { "test": "true" } }\n',
  "my-agent": `#!/bin/sh\nexec "${process.execPath}" "${PARLEY}" script\n`,
  "key.txt": "sk-example\n",
  "release.yaml": RECIPE,
  ".parley/recipes/release.yaml": RECIPE,
  ".parley/recipes/review.yaml": DOCUMENTED_RECIPE,
  "schema.json": '{ "type": "object" }\n',
};

export interface Scene extends AsyncDisposable {
  readonly place: Place;
  readonly env: Record<string, string>;
  readonly cwd: string;
  /** The lines that were typed here. */
  readonly tried: Set<string>;
}

export async function openScene(): Promise<Scene> {
  const place = await openPlace();
  const { home, work } = place;
  const bin = join(home, "bin");
  await mkdir(join(home, ".config/fish/completions"), { recursive: true });
  await Promise.all([mkdir(bin), mkdir(join(work, "src")), mkdir(join(home, "my-agent"))]);
  for (const [name, line] of Object.entries(PROGRAMS)) await writeProgram(join(bin, name), `#!/bin/sh\n${line}\n`);
  await writeFile(join(bin, "my-client.cjs"), MY_CLIENT);
  await writeFile(join(home, "my-agent/main.js"), "");
  // In a sandbox the stand-ins need what they really are.
  const seen = { sandbox: { read: [root] } };
  await mkdir(join(home, ".parley"), { mode: 0o700 });
  await writeFile(join(home, ".parley/config.json"), JSON.stringify({ agents: { goose: seen, codex: seen } }));
  await mkdir(place.file(".parley/recipes"), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) await writeFile(place.file(name), text);
  await chmod(place.file("my-agent"), 0o755);
  // As for a reader, commands start a server in the background.
  const { PARLEY_HOME: _, PARLEY_AGENT: __, PARLEY_SERVER: ___, ...rest } = place.env;
  // The default agent is our own; without a key it is the offline model.
  const env = { ...rest, HOME: home, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`, TERM: "xterm-256color" };
  const scene: Scene = {
    place,
    env,
    cwd: work,
    tried: new Set(),
    async [Symbol.asyncDispose]() {
      await execute("parley", ["server", "stop", "--grace-seconds", "0"], { cwd: work, env });
      await place[Symbol.asyncDispose]();
    },
  };
  await prepare(scene);
  return scene;
}

/** A repository with a staged change, a session with a changed file, a recording. */
async function prepare({ env, cwd }: Scene): Promise<void> {
  const line = [
    "git init -q . && git config user.email me@example.com && git config user.name Me",
    "git add package.json && git commit -qm first && git add src",
    'parley run --agent goose --approve all "write notes.txt hello"',
    "parley sessions export latest --format ndjson > session.ndjson",
    "my-client -- parley proxy --no-feed --record bug.ndjson -- goose acp",
    "for name in agent before after raw; do cp bug.ndjson $name.ndjson; done",
  ].join(" && ");
  await execute("bash", ["-c", line], { cwd, env });
}

async function writeProgram(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o755);
}
