// The servers that share a database with this one: one row each.
import { revealLine } from "@parley/base";
import { DataTable, Section, type Column } from "@parley/chat-ui";
import type { Operations } from "@parley/contract";
import { useReply } from "../../server/use-reply.ts";
import { formatDuration } from "../words.ts";

type Node = Operations["nodes/list"]["reply"]["nodes"][number];

const EVERY_MS = 5_000;

const STATES: Readonly<Record<Node["state"], string>> = {
  starting: "starting",
  running: "running",
  draining: "shutting down",
  lost: "not responding",
};

const COLUMNS: readonly Column<Node>[] = [
  {
    title: "Server",
    cell: ({ id, host, is_self: isSelf }) => (
      <>
        <strong>{revealLine(host)}</strong> {isSelf && "(this one)"} <code>{revealLine(id)}</code>
      </>
    ),
  },
  { title: "State", cell: ({ state }) => STATES[state] },
  { title: "Sessions", cell: ({ sessions }) => String(sessions) },
  { title: "Heartbeat", cell: ({ silent_ms: silentMs = 0 }) => `${formatDuration(silentMs)} ago` },
  { title: "Version", cell: ({ version }) => revealLine(version === "" ? "unknown" : version) },
];

/** Nothing for a server that shares no database. */
export function ServerNodes() {
  const { value } = useReply("nodes/list", {}, { everyMs: EVERY_MS });
  const nodes = value?.nodes.filter(({ place }) => place !== undefined) ?? [];
  if (nodes.length === 0) return null;
  return (
    <Section title="Servers" about="They share one database, so every session is available on each of them.">
      <DataTable label="Servers" columns={COLUMNS} rows={nodes} keyOf={({ id }) => id} />
    </Section>
  );
}
