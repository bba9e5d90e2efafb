// Agents that can be connected, each checked on the spot.
import { revealLine } from "@parley/base";
import { Badge, Button, Card, CopyLine, EmptyState, Section } from "@parley/chat-ui";
import type { Operations } from "@parley/contract";
import { useState } from "react";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { useReply } from "../../server/use-reply.ts";
import { dialogs } from "../../state/dialogs.ts";
import { toHref } from "../../state/routes.ts";
import { LoadedContent } from "../LoadedContent.tsx";
import { invokedAs } from "../invoked-as.ts";
import { checkAgent, type CheckedAgent } from "./check-agent.ts";
import "./ConnectAgent.css";

type Entry = Operations["entries/list"]["reply"]["entries"][number];

const ABOUT =
  "Add a model key for the built-in agent, or use an agent that you already have, such as Claude Code, Codex or Gemini.";
/** The agent of the guide itself. */
const OFFLINE = "script";

export function ConnectAgent() {
  const reply = useReply("entries/list", {});
  return (
    <Section title="Connect a real model or agent" about={ABOUT}>
      <LoadedContent reply={reply} what="agents">
        {({ entries }) => <Candidates entries={entries} />}
      </LoadedContent>
      <p className="connect-agent-more">
        <a href={toHref("/agents")}>Install another agent</a>
      </p>
    </Section>
  );
}

function Candidates({ entries }: { readonly entries: readonly Entry[] }) {
  // All modes of the built-in agent are one program: one stands for all.
  const own = entries.find(({ kind, category }) => kind === "mode" && category === "session");
  const others = entries.filter(({ kind, name }) => (kind === "acp" || kind === "a2a") && name !== OFFLINE);
  return (
    <div className="connect-agent">
      {own !== undefined && <Candidate name={own.name} title="The built-in agent" isOwn />}
      {others.map(({ name, title }) => (
        <Candidate key={name} name={name} title={revealLine(title)} isOwn={false} />
      ))}
      {others.length === 0 && (
        <EmptyState title="No other agent found on this machine">
          <p>Install one from the registry, or add your own program that speaks ACP.</p>
        </EmptyState>
      )}
    </div>
  );
}

interface CandidateProps {
  readonly name: string;
  readonly title: string;
  readonly isOwn: boolean;
}

function Candidate({ name, title, isOwn }: CandidateProps) {
  const { remote } = useServer();
  const [checked, setChecked] = useState<CheckedAgent>();
  const { run, isRunning } = useAction();
  const server = useReply("server/get", {});
  const check = async () => setChecked(await checkAgent(remote, name, isOwn));
  return (
    <Card label={title}>
      <div className="connect-agent-head">
        <b>{title}</b>
        {checked !== undefined && (
          <Badge tone={checked.isReady ? "good" : "need"}>{checked.isReady ? "ready" : "not ready"}</Badge>
        )}
        <Button aria-label={`Check ${title}`} aria-busy={isRunning} disabled={isRunning} onClick={() => run(check)}>
          {isRunning ? "Checking…" : "Check"}
        </Button>
        {checked?.isReady === true && (
          <Button look="primary" onClick={() => dialogs.open({ name: "new-session", agent: name })}>
            New session
          </Button>
        )}
      </div>
      <div role="status">{checked !== undefined && <p className="connect-agent-result">{checked.message}</p>}</div>
      {checked?.command !== undefined && (
        <CopyLine label="Terminal" text={invokedAs(server.value?.command, checked.command)} />
      )}
    </Card>
  );
}
