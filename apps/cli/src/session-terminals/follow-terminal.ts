// Shows a session's terminal on ours until its command ends or the user leaves, and passes on typed input.
import { PlainText } from "@parley/machine";
import type { Remote, RemoteTerminal } from "@parley/remote";
import { printNotice } from "../output/print.ts";
import { describeEnd } from "./open-terminals.ts";
import { ScreenFilter } from "./screen-filter.ts";

export interface FollowOptions {
  readonly sessionId: string;
  readonly terminalId: string;
  readonly isReadOnly: boolean;
  readonly stopped: AbortSignal;
}

/** Ctrl-] */
const LEAVE = "\u001d";
const CLEAR = "\u001b[2J\u001b[H";

/** Resolves when the command has ended or the user has left. */
export async function followTerminal(remote: Remote, options: FollowOptions): Promise<void> {
  const { sessionId, terminalId, isReadOnly, stopped } = options;
  const screen = process.stdout.isTTY ? new ScreenFilter() : undefined;
  const plain = new PlainText();
  const show = (text: string): void => {
    process.stdout.write(screen === undefined ? plain.push(text) + plain.take() : screen.push(text));
  };
  let isShown = false;
  const ends: (() => void)[] = [];
  try {
    const said = await new Promise<string | undefined>((leave, reject) => {
      const following = remote.terminal(sessionId, terminalId, {
        terminal({ output }) {
          if (isShown && screen !== undefined) process.stdout.write(CLEAR);
          isShown = true;
          show(output);
        },
        output: show,
        ended: (exit, error) => (error === undefined ? leave(describeExit(exit)) : reject(error)),
      });
      const onStopped = (): void => leave(undefined);
      stopped.addEventListener("abort", onStopped, { once: true });
      ends.push(
        () => following.close(),
        () => stopped.removeEventListener("abort", onStopped),
      );
      if (!isReadOnly) ends.push(forwardKeys(remote, { sessionId, terminalId }, leave));
    });
    if (said !== undefined) printNotice(said);
  } finally {
    for (const end of ends) end();
  }
}

function describeExit(exit: RemoteTerminal["exit"]): string {
  return `The command has ended (${describeEnd({ is_running: false, exit })}).`;
}

/** Keys and the size of our terminal, if there is one. */
function forwardKeys(
  remote: Remote,
  { sessionId: id, terminalId: terminal }: Pick<FollowOptions, "sessionId" | "terminalId">,
  leave: (why: string) => void,
): () => void {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) return () => undefined;
  // One after the other, so that keys arrive in order; input after the end is dropped.
  let sent: Promise<unknown> = Promise.resolve();
  const send = (request: () => Promise<unknown>): void => {
    sent = sent.then(request).catch(() => undefined);
  };
  const resize = (): void =>
    send(() => remote.request("terminal/resize", { id, terminal, cols: stdout.columns, rows: stdout.rows }));
  const onData = (data: string): void => {
    if (data.includes(LEAVE)) leave("Detached; the command keeps running.");
    else send(() => remote.request("terminal/write", { id, terminal, data }));
  };
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  stdin.on("data", onData);
  stdout.on("resize", resize);
  printNotice("Ctrl-] leaves the command running.\r");
  resize();
  return () => {
    stdin.off("data", onData);
    stdout.off("resize", resize);
    stdin.setRawMode(false);
    stdin.pause();
  };
}
