// Sessions that an agent keeps itself, also those begun without Parley: opened here, they continue with their history.
import { revealLine } from "@parley/base";
import { Button, DataTable, type Column } from "@parley/chat-ui";
import type { Operations } from "@parley/contract";
import { useLocation } from "wouter";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { useReply } from "../../server/use-reply.ts";
import { sessionPath } from "../../state/routes.ts";
import { LoadedContent } from "../LoadedContent.tsx";

type OwnSession = Operations["agents/sessions"]["reply"]["sessions"][number];

/** The agent is started to list them. */
const TIMEOUT_MS = 90_000;

export function ProgramSessions({ name }: { readonly name: string }) {
  const { remote } = useServer();
  const [, navigate] = useLocation();
  const reply = useReply("agents/sessions", { name }, { timeoutMs: TIMEOUT_MS });
  const opening = useAction();
  const open = ({ agent_session_id: id, working_dir: folder, session_id: known }: OwnSession): void => {
    if (known !== undefined) navigate(sessionPath(known));
    else
      opening.run(async () => {
        const params = { name, agent_session_id: id, working_dir: folder };
        const session = await remote.request("agents/openSession", params, { timeoutMs: TIMEOUT_MS });
        navigate(sessionPath(session.id));
      });
  };
  const columns: readonly Column<OwnSession>[] = [
    { title: "Session", cell: ({ title, agent_session_id: id }) => revealLine(title ?? id) },
    { title: "Folder", cell: ({ working_dir: folder }) => <code>{revealLine(folder)}</code> },
    { title: "Last activity", cell: ({ updated_at: at }) => (at === undefined ? "" : formatTime(at)) },
    {
      title: "Open",
      cell: (session) => (
        <Button
          disabled={opening.isRunning}
          aria-label={`Open ${revealLine(session.title ?? session.agent_session_id)}`}
          onClick={() => open(session)}
        >
          {session.session_id === undefined ? "Continue here" : "Open"}
        </Button>
      ),
    },
  ];
  return (
    <LoadedContent reply={reply} what="the agent's sessions" slow="The agent is being started.">
      {({ sessions }) =>
        sessions.length === 0 ? (
          <p className="program-details-quiet">This agent has no sessions of its own.</p>
        ) : (
          <>
            {opening.error !== undefined && <p role="alert">{opening.error}</p>}
            <DataTable
              label="Sessions of the agent"
              columns={columns}
              rows={sessions}
              keyOf={({ agent_session_id: id }) => id}
            />
          </>
        )
      }
    </LoadedContent>
  );
}

/** As the agent wrote it, if it is not a time. */
function formatTime(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? revealLine(text) : new Date(at).toLocaleString();
}
