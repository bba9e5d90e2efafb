// The turns that ended last, of all sessions: how they ended, what they took and what they used.
import { revealLine } from "@parley/base";
import { Badge, DataTable, EmptyState, Section, useView, type Column, type Tone, toMessage } from "@parley/chat-ui";
import type { NativeTurn } from "@parley/contract";
import { ENDED_TURNS_SHOWN_MAX } from "../../limits.ts";
import { useServer } from "../../server/page-server.ts";
import { useEvents } from "../../server/use-events.ts";
import { useReply } from "../../server/use-reply.ts";
import { sessionHref } from "../../state/routes.ts";
import { LoadedContent } from "../LoadedContent.tsx";
import { formatAmount, formatCount, formatDuration } from "../words.ts";
import { isOpen } from "./open-turns.ts";

const TONES: Readonly<Partial<Record<NativeTurn["state"], Tone>>> = { completed: "good", failed: "bad" };

const COLUMNS: readonly Column<NativeTurn>[] = [
  { title: "Session", cell: ({ session_id: id }) => <SessionName id={id} /> },
  { title: "Outcome", cell: (turn) => <Outcome turn={turn} /> },
  { title: "Agent", cell: ({ agent }) => <AgentName name={agent} /> },
  {
    title: "Ended",
    cell: ({ finished_at: at }) => (at === undefined ? "" : <time>{new Date(at).toLocaleTimeString()}</time>),
  },
  { title: "Took", isFigure: true, cell: (turn) => tookOf(turn) },
  { title: "Tokens", isFigure: true, cell: ({ usage }) => (usage === undefined ? "" : formatCount(usage.totalTokens)) },
  { title: "Cost", isFigure: true, cell: ({ cost }) => (cost === undefined ? "" : formatAmount(cost)) },
];

export function EndedTurns() {
  const reply = useReply("turns/list", { limit: ENDED_TURNS_SHOWN_MAX });
  useEvents(["turn"], reply.reload);
  return (
    <Section title="Recently ended">
      <LoadedContent reply={reply} what="ended turns">
        {({ turns }) => {
          const ended = turns.filter((turn) => !isOpen(turn));
          return ended.length === 0 ? (
            <EmptyState title="No turn has ended yet" />
          ) : (
            <DataTable label="Ended turns" columns={COLUMNS} rows={ended} keyOf={({ id }) => id} />
          );
        }}
      </LoadedContent>
    </Section>
  );
}

function tookOf({ created_at: from, finished_at: to }: NativeTurn): string {
  return to === undefined ? "" : formatDuration(Date.parse(to) - Date.parse(from));
}

function Outcome({ turn: { state, error, stop_reason: reason } }: { readonly turn: NativeTurn }) {
  const why = error?.message ?? (reason === "end_turn" || reason === undefined ? undefined : String(reason));
  return (
    <>
      <Badge tone={TONES[state] ?? "plain"}>{state}</Badge> {why !== undefined && toMessage(why)}
    </>
  );
}

function SessionName({ id }: { readonly id: string }) {
  const { sessions } = useServer();
  const name = useView(sessions, (all) => all.get(id)?.name);
  return (
    <a className="ended-turns-session" href={sessionHref(id)}>
      {revealLine(name ?? id)}
    </a>
  );
}

function AgentName({ name }: { readonly name: string }) {
  const { agents } = useServer();
  return revealLine(useView(agents, (all) => all.titleOf(name)));
}
