// The first run: a guided conversation that needs nothing to be configured, and connecting a real model or agent.
import { Button, Page, Problem, Section, useView } from "@parley/chat-ui";
import { useLocation } from "wouter";
import { guide } from "../../guide/guide-state.ts";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { sessionHref, sessionPath } from "../../state/routes.ts";
import { ConnectAgent } from "./ConnectAgent.tsx";
import "./GuidePage.css";

const PARTS = [
  "send a task to an agent, and watch it read, think and plan",
  "allow a change, after you have seen exactly what it is",
  "answer a question of the agent",
  "undo one hunk of what it did, and keep the rest",
  "watch on the map where it works",
];

export function GuidePage() {
  const current = useView(guide, ({ value }) => value);
  return (
    <Page title="Guide" about="Two minutes with an agent that needs no model and no key, in a scratch folder.">
      <Section title="Try it">
        <ol className="guide-page-parts">
          {PARTS.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ol>
        <p className="guide-page-start">
          <StartButton isAgain={current !== undefined} />
          {current !== undefined && <a href={sessionHref(current.sessionId)}>Continue where you were</a>}
        </p>
      </Section>
      <ConnectAgent />
    </Page>
  );
}

function StartButton({ isAgain }: { readonly isAgain: boolean }) {
  const { remote } = useServer();
  const [, navigate] = useLocation();
  const { run, isRunning, error } = useAction();
  const start = async () => {
    const { id } = await remote.request("sessions/createSample", {});
    guide.set({ sessionId: id, skipped: [] });
    navigate(sessionPath(id));
  };
  return (
    <>
      <Button look={isAgain ? "plain" : "primary"} disabled={isRunning} onClick={() => run(start)}>
        {isAgain ? "Start again" : "Start the guide"}
      </Button>
      {error !== undefined && <Problem title="Could not start the guide" message={error} />}
    </>
  );
}
