// A program on pipes: stdout and stderr in one stream, in the order in which they arrive.
import { DRAIN_GRACE_MS } from "../limits.ts";
import { prepareChild, startChild, type ExitStatus } from "../processes/start-child.ts";
import { within } from "@parley/base";
import type { OnOutput, TerminalCommand, TerminalSource } from "./source.ts";
import { WholeCharacters } from "./whole-characters.ts";

export async function startOnPipes(command: TerminalCommand, onOutput: OnOutput): Promise<TerminalSource> {
  const prepared = await prepareChild(command, { oneStream: true });
  // No input is possible: a program that reads stdin finds its end, instead of waiting forever.
  const { process: child, tree } = await startChild(command, ["ignore", "pipe", "pipe"], prepared);
  const pipes = [child.stdout, child.stderr].filter((pipe) => pipe !== null);
  for (const pipe of pipes) {
    const characters = new WholeCharacters(onOutput);
    pipe.on("data", (chunk: Buffer) => characters.push(chunk));
    pipe.once("end", () => characters.end());
  }
  const closed = new Promise((resolve) => child.once("close", resolve));
  return {
    kind: "pipes",
    tree,
    exited: afterOutput(tree.exited, closed),
    pty: undefined,
    close: () => pipes.forEach((pipe) => pipe.destroy()),
  };
}

/** The rest of the pipes belongs to the output; a daemon that holds them open is not waited for. */
async function afterOutput(exited: Promise<ExitStatus>, closed: Promise<unknown>): Promise<ExitStatus> {
  const status = await exited;
  await within(closed, DRAIN_GRACE_MS);
  return status;
}
