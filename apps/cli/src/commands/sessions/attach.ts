// `parley sessions attach`: opens a session with its running turn in the chat, or prints the turn until it is over.
import { findSession } from "../../client/find-session.ts";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { findHubSession, listSessions } from "../../conversation/list-sessions.ts";
import { connectHub } from "../../hub/connect-hub.ts";
import { paletteOf } from "../../output/palette.ts";
import { followTurn } from "../../run/follow-turn.ts";
import { createRunOutput, throwIfUnwritten } from "../../run/run-output.ts";
import { attach } from "../../server/attach.ts";
import { serverNeeded } from "../../server/server-needed.ts";
import type { sessionsAttachUsage } from "../../usage/sessions.ts";

export const run: Run<typeof sessionsAttachUsage> = async ({ flags, positionals: [text = ""] }, alone) => {
  if (process.stdin.isTTY && process.stdout.isTTY && flags.format === undefined) {
    const { openInChat } = await import("./resume.ts");
    return openInChat(flags, text, alone);
  }
  using stop = listenForStop();
  const context = await attach(flags, alone);
  if (context.server === undefined) throw serverNeeded("Turns run on a server");
  await using access = await connectHub(flags, context);
  const { remote } = access;
  const session = await findSession(
    { list: (filter) => listSessions(remote, filter), find: (given) => findHubSession(remote, given) },
    text,
  );
  const output = createRunOutput(flags.format ?? "text", {
    cwd: session.cwd,
    isVerbose: false,
    palette: paletteOf(process.stderr, context.settings.color),
  });
  const result = await followTurn(remote, session, output, stop.asked);
  await output.finish(result);
  throwIfUnwritten(output.gone);
  return result.exitCode;
};
