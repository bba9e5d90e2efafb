// Types an example as its reader would, and says what went wrong.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { spawn, type ChildProcess } from "node:child_process";
import { EXPECTATIONS, type Expectation } from "./expectations.ts";
import type { Scene } from "./scene.ts";

export interface Failure {
  readonly command: string;
  readonly expected: string;
  readonly output: string;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

const ANY_PORT = /parley serve\b(?!.*--port)/;
/** How the examples begin the id of a session, and how a test finds one. */
const SOME_SESSION = /\b(0192|SESSION)\b/;
const LATEST_SESSION = `$(parley sessions list --json | node -p 'JSON.parse(fs.readFileSync(0)).sessions[0].id')`;
const USUAL_ADDRESS = "127.0.0.1:4717";

function expectationOf(command: string): Expectation {
  return EXPECTATIONS.find(([pattern]) => pattern.test(command))?.[1] ?? { kind: "exits", code: 0 };
}

/**
 * One after the other; those that ask a server last, as one script: variables of one line are used in the next.
 * A line that several documents have is typed once.
 */
export async function tryAll(commands: readonly string[], scene: Scene): Promise<readonly Failure[]> {
  const asking = commands.filter((command) => expectationOf(command).kind === "asks");
  const failures: Failure[] = [];
  for (const command of commands) {
    if (scene.tried.has(command)) continue;
    scene.tried.add(command);
    const failure = await tryOut(command, expectationOf(command), scene);
    if (failure !== undefined) failures.push(failure);
  }
  return asking.length === 0 ? failures : [...failures, ...(await askServer(asking.join("\n"), scene))];
}

async function tryOut(command: string, expected: Expectation, scene: Scene): Promise<Failure | undefined> {
  switch (expected.kind) {
    case "left out":
    case "asks":
      return undefined;
    case "chats": {
      using chat = new PseudoTerminal("bash", ["-c", toLine(command)], { cwd: scene.cwd, env: scene.env });
      await chat.sees(expected.sees);
      chat.types(expected.leaves);
      return compare(command, expected.code, { code: await chat.exited, output: "" });
    }
    case "serves": {
      const running = start(command, scene);
      await prints(running, expected.says);
      stop(running.child);
      return compare(command, 0, await running.ended);
    }
    case "exits": {
      if (expected.first !== undefined) await start(expected.first, scene).ended;
      const ended = await start(command, scene).ended;
      if (expected.last !== undefined) await start(expected.last, scene).ended;
      return compare(command, expected.code, ended);
    }
  }
}

async function askServer(commands: string, scene: Scene): Promise<readonly Failure[]> {
  const server = start("parley serve --no-feed", scene);
  const [, address = ""] = /serving http:\/\/(\S+)/.exec(await prints(server, "/docs")) ?? [];
  const ended = await start(
    commands.replaceAll(USUAL_ADDRESS, address).replaceAll("-o release.yaml", "-o made.yaml"),
    scene,
  ).ended;
  stop(server.child);
  await server.ended;
  const failure = compare(commands, 0, ended);
  if (failure !== undefined) return [failure];
  // curl is content with any answer.
  const isError = /^\{"(code|error)"/.test(ended.output);
  return isError ? [{ command: commands, expected: "an answer that is not an error", output: ended.output }] : [];
}

function compare(command: string, expected: number, { code, output }: Ended): Failure | undefined {
  return code === expected ? undefined : { command, expected: `exit code ${expected}, not ${code}`, output };
}

/** The example itself, but for what differs from reader to reader. */
function toLine(command: string): string {
  return command.replace(ANY_PORT, "parley serve --port 0").replace(SOME_SESSION, LATEST_SESSION);
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export function start(command: string, { env, cwd }: Scene): Started {
  const line = toLine(command);
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const child = spawn("bash", ["-o", "pipefail", "-c", line], { cwd, env, stdio: [...stdio], detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const ended = new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, output })));
  return { child, ended };
}

/** Resolves when the program has printed the text; a program that exits before has failed. */
export function prints({ child, ended }: Started, text: string): Promise<string> {
  let seen = "";
  return new Promise((resolve, reject) => {
    const look = (chunk: string): void => {
      seen += chunk;
      if (seen.includes(text)) resolve(seen);
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    void ended.then(({ code, output }) => reject(new Error(`Exited with code ${code}: ${output}`)));
  });
}

/** The shell and what it started, as Ctrl-C does; unless it has exited. */
export function stop({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGINT");
}
