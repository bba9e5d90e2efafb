// One unfinished turn: whose it is, what it does, for how long, and how to stop it.
import { revealLine } from "@parley/base";
import { Badge, Button, useNow, useView, type Tone } from "@parley/chat-ui";
import type { NativeTurn } from "@parley/contract";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { sessionHref } from "../../state/routes.ts";
import { formatDuration } from "../words.ts";
import { TurnWork } from "./TurnWork.tsx";
import "./TurnRow.css";

const STATES: Readonly<Partial<Record<NativeTurn["state"], { readonly tone: Tone; readonly text: string }>>> = {
  awaiting: { tone: "need", text: "needs you" },
  in_progress: { tone: "busy", text: "running" },
  cancelling: { tone: "plain", text: "cancelling" },
  created: { tone: "plain", text: "queued" },
};

const TICK_MS = 1_000;

export function TurnRow({ turn }: { readonly turn: NativeTurn }) {
  const { remote, sessions, agents } = useServer();
  const session = useView(sessions, (all) => all.get(turn.session_id));
  const agent = useView(agents, (all) => all.titleOf(turn.agent));
  const now = useNow(TICK_MS);
  const cancel = useAction();
  const title = revealLine(session?.name ?? turn.session_id);
  const { tone, text } = STATES[turn.state] ?? { tone: "plain", text: turn.state };
  return (
    <li className="turn-row">
      <Badge tone={tone}>{text}</Badge>
      <div className="turn-row-text">
        <a href={sessionHref(turn.session_id)}>{title}</a>
        <p>
          {revealLine(agent)}
          {turn.model !== undefined && turn.model !== "" && ` · ${revealLine(turn.model)}`}
          {session !== undefined && ` · ${revealLine(session.working_dir)}`}
        </p>
        {turn.state === "in_progress" && <TurnWork sessionId={turn.session_id} />}
        {cancel.error !== undefined && <p role="alert">{cancel.error}</p>}
      </div>
      <time className="turn-row-time">{formatDuration(now - Date.parse(turn.created_at))}</time>
      <Button
        disabled={cancel.isRunning || turn.state === "cancelling"}
        aria-label={`Cancel the turn of ${title}`}
        onClick={() => cancel.run(() => remote.request("turns/cancel", { id: turn.id }))}
      >
        Cancel
      </Button>
    </li>
  );
}
