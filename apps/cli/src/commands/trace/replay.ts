// `parley trace replay`: a fake agent on stdin and stdout, or a fake client for an agent that is started here.
import { neutralLine, ParleyError } from "@parley/base";
import {
  createReplay,
  loadTrace,
  LineSplitter,
  placeFrames,
  type Mismatch,
  type PlacedFrame,
  type Replay,
  type ReplayOptions,
  type ReplayResult,
} from "@parley/observe";
import { once } from "node:events";
import { resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printNotice } from "../../output/print.ts";
import type { traceReplayUsage } from "../../usage/trace.ts";
import { openFile } from "./open-file.ts";
import { REPLAY_LINE_CHARS_MAX } from "../../limits.ts";

export const run: Run<typeof traceReplayUsage> = async ({ flags, positionals: [path = ""], command }, { cwd }) => {
  using stop = listenForStop();
  const isClient = flags["as-client"];
  if (isClient !== (command !== undefined)) {
    const message = isClient ? "The agent's command is missing after --" : "A command after -- is only for --as-client";
    throw new ParleyError({
      code: "usage",
      message,
      remedy: { label: "Show usage", command: "parley trace replay --help" },
    });
  }
  if (path === "-" && !isClient)
    throw new ParleyError({
      code: "usage",
      message: "When replaying as an agent, stdin belongs to the client, so the trace must be a file",
    });
  const items = await loadTrace(openFile(path, { signal: stop.asked }));
  const { connection = 1 } = flags;
  const folder = flags.cwd === undefined ? cwd : resolve(flags.cwd);
  const options = {
    side: isClient ? "client" : "agent",
    frames: framesOf([...placeFrames(items)], connection),
    isTimed: flags.time === "real",
    isRedacted: items.some((item) => item.type === "header" && item.header.redacted),
    cwd: folder,
    onMismatch: (mismatch: Mismatch) => printNotice(describe(mismatch)),
    signal: stop.asked,
  } as const;
  const result = command === undefined ? await playAgent(options) : await playClient(options, command, folder);
  printSummary(result);
  return flags.strict && (result.mismatches > 0 || !result.isComplete) ? ExitCodes.unexpected : ExitCodes.endTurn;
};

type PlayOptions = Omit<ReplayOptions, "write">;

async function playAgent(options: PlayOptions): Promise<ReplayResult> {
  const replay = createReplay({ ...options, write: (line) => writeLine(process.stdout, line) });
  process.stdout.once("error", () => replay.end());
  listen(process.stdin, replay);
  try {
    return await replay.done;
  } finally {
    // An open stdin pipe would keep the process alive after the replay.
    process.stdin.destroy();
  }
}

async function playClient(
  options: PlayOptions,
  [program = "", ...args]: readonly string[],
  cwd: string,
): Promise<ReplayResult> {
  const { spawnProcess } = await import("@parley/machine/processes");
  await using agent = await spawnProcess({
    command: program,
    args,
    cwd,
    onStderr: (chunk) => process.stderr.write(chunk),
  });
  const replay = createReplay({ ...options, write: (line) => writeLine(agent.stdin, line) });
  listen(agent.stdout, replay);
  const result = await replay.done;
  agent.stdin.end();
  return result;
}

function listen(stream: Readable, replay: Replay): void {
  const splitter = new LineSplitter(REPLAY_LINE_CHARS_MAX);
  stream.on("data", (chunk: Uint8Array) => {
    for (const { text } of splitter.push(chunk)) replay.receive(text);
  });
  const end = (): void => {
    for (const { text } of splitter.end()) replay.receive(text);
    replay.end();
  };
  stream.once("end", end);
  stream.once("close", () => replay.end());
  stream.once("error", () => replay.end());
}

async function writeLine(stream: Writable, line: string): Promise<void> {
  if (stream.destroyed || stream.write(`${line}\n`)) return;
  await Promise.race([once(stream, "drain"), once(stream, "close")]);
}

function framesOf(frames: readonly PlacedFrame[], connection: number): readonly PlacedFrame[] {
  const found = frames.filter((placed) => placed.connection === connection);
  if (found.length > 0) return found;
  const count = frames.at(-1)?.connection ?? 0;
  const message =
    frames.length === 0
      ? "The trace has no messages"
      : `Connection ${connection} not found (connections in the trace: ${count})`;
  throw new ParleyError({ code: "usage", message });
}

function describe({ line, message }: Mismatch): string {
  return `replay: ${line === undefined ? "" : `line ${line}: `}${neutralLine(message)}`;
}

function printSummary({ sent, skipped, mismatches, isComplete }: ReplayResult): void {
  const end = isComplete ? "the whole recording" : "part of the recording";
  printNotice(`replay: ${sent} messages sent, ${end}; ${mismatches} differences, ${skipped} skipped`);
}
