// The queued prompts of a session, through the hub that owns them.
import { neutralLine, ParleyError, toOneLine } from "@parley/base";
import type { Operations } from "@parley/contract";
import type { Remote } from "@parley/remote";
import { findSession } from "../../client/find-session.ts";
import type { CommandContext } from "../../command.ts";
import { findHubSession, listSessions } from "../../conversation/list-sessions.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { connectHub } from "../../hub/connect-hub.ts";
import { QUEUED_PROMPT_CHARS_MAX } from "../../limits.ts";
import { printJson, printNotice, printTable } from "../../output/print.ts";
import { ago } from "../../output/time.ts";
import { attach, type AttachFlags } from "../../server/attach.ts";
import { serverNeeded } from "../../server/server-needed.ts";

type Queue = Operations["queue/list"]["reply"];
type Queued = Queue["prompts"][number];

export interface OpenQueue {
  readonly remote: Remote;
  readonly sessionId: string;
  readonly queue: Queue;
}

type QueueFlags = AttachFlags & { readonly json: boolean };

/** Prints the queue as it is after `use`. */
export async function withQueue(
  flags: QueueFlags,
  alone: CommandContext,
  session: string,
  use: (open: OpenQueue) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const context = await attach(flags, alone);
  if (context.server === undefined) throw serverNeeded("The queue needs a server");
  await using access = await connectHub(flags, context);
  const { remote } = access;
  const { id } = await findSession(
    { list: (filter) => listSessions(remote, filter), find: (given) => findHubSession(remote, given) },
    session,
  );
  const read = (): Promise<Queue> => remote.request("queue/list", { id });
  await use({ remote, sessionId: id, queue: await read() });
  const queue = await read();
  if (flags.json) printJson({ session_id: id, ...queue });
  else if (queue.prompts.length === 0) printNotice(`Session ${id} has no queued prompts`);
  else printQueue(queue.prompts, context);
  return ExitCodes.endTurn;
}

/** By its number in the list, counted from 1. */
export function findQueued({ queue: { prompts }, sessionId }: OpenQueue, number: string): Queued {
  const found = prompts[toNumber(number, "NUMBER") - 1];
  if (found !== undefined) return found;
  const message = `Session ${sessionId} has no queued prompt ${number}: ${prompts.length === 0 ? "the queue is empty" : `the last one is ${prompts.length}`}`;
  const remedy = { label: "List them", command: `parley queue list ${sessionId}` };
  throw new ParleyError({ code: "usage", message, remedy });
}

export function toNumber(text: string, name: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new ParleyError({
    code: "usage",
    message: `${name} is "${neutralLine(text)}"; expected a whole number, 1 or more`,
  });
}

export function textOf({ prompt }: Queued): string {
  const parts = prompt.map((block) => (block.type === "text" ? block.text : `[${block.type}]`));
  return neutralLine(toOneLine(parts.join(" "), QUEUED_PROMPT_CHARS_MAX));
}

function printQueue(prompts: readonly Queued[], context: CommandContext): void {
  const now = Date.now();
  const rows = prompts.map((queued, index) => ({ queued, number: index + 1 }));
  printTable<(typeof rows)[number]>(
    [
      { title: "NUMBER", text: ({ number }) => String(number), isFigure: true },
      { title: "WHEN", text: ({ queued }) => ago(Date.parse(queued.created_at), now) },
      {
        title: "FROM",
        text: ({ queued: { actor } }) => neutralLine(actor?.person ?? actor?.surface ?? ""),
        shrinks: "end",
      },
      { title: "PROMPT", text: ({ queued }) => textOf(queued), shrinks: "end" },
    ],
    rows,
    context,
  );
}
