// What was allowed, asked and denied, the latest first: by which rule or person, and in which session.
import { neutralLine, revealLine, truncate } from "@parley/base";
import { Badge, Button, DataTable, EmptyState, Section, useView } from "@parley/chat-ui";
import type { Operations } from "@parley/contract";
import { useState } from "react";
import { AUDIT_SHOWN } from "../../limits.ts";
import { useServer } from "../../server/page-server.ts";
import { useReply } from "../../server/use-reply.ts";
import { sessionHref } from "../../state/routes.ts";
import { LoadedContent } from "../LoadedContent.tsx";
import { formatTime, TONES } from "./words.ts";
import "./AddRule.css";

type Audit = Operations["audit/list"]["reply"];
type Decision = Audit["decisions"][number];
type Verdict = NonNullable<Operations["audit/list"]["params"]["verdict"]>;

const NAME_CHARS_MAX = 50;
const VERDICTS: readonly (readonly [string, Verdict | undefined])[] = [
  ["All decisions", undefined],
  ["Allowed", "allow"],
  ["Asked", "ask"],
  ["Denied", "deny"],
];

export function AuditSection() {
  const [verdict, setVerdict] = useState<Verdict>();
  /** The cursors of the pages before the one that is shown. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const reply = useReply("audit/list", {
    limit: AUDIT_SHOWN,
    ...(verdict !== undefined && { verdict }),
    ...(cursor !== undefined && { cursor }),
  });
  const select = (value: string) => {
    setVerdict(VERDICTS.find(([, one]) => one === value)?.[1]);
    setCursors([]);
  };
  return (
    <Section
      title="Audit"
      about="Every decision, and the rule or person that made it."
      actions={<Button onClick={reply.reload}>Reload</Button>}
    >
      <div className="add-rule">
        <select aria-label="Decisions" value={verdict ?? ""} onChange={({ target }) => select(target.value)}>
          {VERDICTS.map(([title, value]) => (
            <option key={title} value={value ?? ""}>
              {title}
            </option>
          ))}
        </select>
        {cursors.length > 0 && <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer</Button>}
        {reply.value?.next_cursor !== undefined && (
          <Button onClick={() => setCursors([...cursors, reply.value?.next_cursor ?? ""])}>Older</Button>
        )}
      </div>
      <LoadedContent reply={reply} what="the audit log">
        {({ decisions }) => <Decisions decisions={decisions} />}
      </LoadedContent>
    </Section>
  );
}

function Decisions({ decisions }: { readonly decisions: readonly Decision[] }) {
  if (decisions.length === 0) {
    return (
      <EmptyState title="No decisions yet">
        <p>Whatever agents read, write or run is listed here, with the rule or person that allowed or denied it.</p>
      </EmptyState>
    );
  }
  const rows = decisions.map((decision, index) => ({ ...decision, key: `${index}` }));
  return (
    <DataTable
      label="Decisions"
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { title: "Time", cell: ({ at }) => <time>{formatTime(at)}</time> },
        { title: "Verdict", cell: ({ verdict }) => <Badge tone={TONES[verdict]}>{neutralLine(verdict)}</Badge> },
        {
          title: "Action",
          cell: ({ kind, subject }) => (
            <>
              {kind} <code>{revealLine(subject)}</code>
            </>
          ),
        },
        { title: "Reason", cell: ({ reason, by }) => neutralLine(by === undefined ? reason : `${by}: ${reason}`) },
        { title: "Session", cell: ({ session_id: id, agent }) => <SessionLink id={id} agent={agent} /> },
      ]}
    />
  );
}

/** By the name of its agent if the list of sessions does not have it. */
function SessionLink({ id, agent }: { readonly id: string; readonly agent: string }) {
  const { sessions } = useServer();
  const name = useView(sessions, (list) => list.get(id)?.name);
  return <a href={sessionHref(id)}>{truncate(neutralLine(name ?? agent), NAME_CHARS_MAX)}</a>;
}
