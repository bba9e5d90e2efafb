// A program on its own pseudo-terminal.
import { ParleyError } from "@parley/base";
import type * as ptyModule from "@lydell/node-pty";
import { constants } from "node:os";
import { findObstacle, toSpawnError } from "../processes/spawn-error.ts";
import { prepareChild, watchTree, type ExitStatus, type Prepared } from "../processes/start-child.ts";
import { PTY_SIZE_MAX } from "../limits.ts";
import { PtyInput } from "./pty-input.ts";
import { PtyDrain } from "./pty-drain.ts";
import type { OnOutput, PtySize, TerminalCommand, TerminalSource } from "./source.ts";
import { WholeCharacters } from "./whole-characters.ts";

export type PtyModule = typeof ptyModule;

const TERM = "xterm-256color";

/** A native module, so it is loaded on first use. */
export async function loadPty(): Promise<PtyModule> {
  return import("@lydell/node-pty");
}

export async function startOnPty(
  pty: PtyModule,
  command: TerminalCommand,
  size: PtySize,
  onOutput: OnOutput,
): Promise<TerminalSource> {
  checkSize(size);
  const prepared = await prepareChild(command, { isPty: true });
  const terminal = await open(pty, command, size, prepared);
  const characters = new WholeCharacters(onOutput);
  const drain = new PtyDrain(terminal.pid, nameOf(terminal));
  // Without an encoding these are bytes, despite the declared type.
  terminal.onData((chunk: unknown) => {
    drain.touch();
    characters.push(chunk as Buffer);
  });
  const input = PtyInput.of(terminal);
  let isRunning = true;
  const exited = new Promise<ExitStatus>((resolve) => {
    terminal.onExit(({ exitCode, signal }) => {
      isRunning = false;
      drain.close();
      input?.close();
      characters.end();
      const name = toSignalName(signal);
      resolve(name === null ? { exitCode, signal: null } : { exitCode: null, signal: name });
    });
  });
  const tree = watchTree({ pid: terminal.pid, exited, isRunning: () => isRunning }, prepared);
  return {
    kind: "pty",
    tree,
    exited,
    pty: {
      write: (data) => (isRunning ? (input ?? terminal).write(data) : undefined),
      resize: (to) => {
        checkSize(to);
        if (isRunning) terminal.resize(to.cols, to.rows);
      },
    },
    close: () => undefined,
  };
}

/** The module reports a program that cannot be started as one that exited at once, so this is checked first. */
async function open(
  pty: PtyModule,
  { cwd }: TerminalCommand,
  size: PtySize,
  prepared: Prepared,
): Promise<ptyModule.IPty> {
  const { env, invocation } = prepared;
  const attempt = { file: invocation.file, cwd, env };
  const obstacle = await findObstacle(attempt);
  if (obstacle !== undefined) throw new ParleyError(obstacle);
  try {
    return pty.spawn(invocation.file, [...invocation.args], { name: TERM, ...size, cwd, env, encoding: null });
  } catch (cause) {
    throw await toSpawnError(attempt, cause);
  }
}

/** The path of the program's side; the module's types leave it out. */
function nameOf(terminal: object): string | undefined {
  return "ptsName" in terminal && typeof terminal.ptsName === "string" ? terminal.ptsName : undefined;
}

function checkSize({ cols, rows }: PtySize): void {
  if ([cols, rows].every((count) => Number.isInteger(count) && count > 0 && count <= PTY_SIZE_MAX)) return;
  const message = `A terminal cannot have ${cols} columns and ${rows} rows; both must be 1 to ${PTY_SIZE_MAX}`;
  throw new ParleyError({ code: "usage", message });
}

function toSignalName(signal: number | undefined): string | null {
  if (signal === undefined || signal === 0) return null;
  return Object.entries(constants.signals).find(([, number]) => number === signal)?.[0] ?? `SIG${signal}`;
}
