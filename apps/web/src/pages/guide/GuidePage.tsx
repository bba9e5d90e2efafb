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
  "Send a task to an agent, and watch it read, think and plan",
  "Allow a change after you have seen exactly what it does",
  "Answer a question from the agent",
  "Undo one hunk of its changes, and keep the rest",
  "Watch on the map where it works",
];

export function GuidePage() {
  const { sessions } = useServer();
  const started = useView(guide, ({ value }) => value);
  // Its session may have been deleted.
  const isThere = useView(sessions, (list) => started !== undefined && list.get(started.sessionId) !== undefined);
  const current = isThere ? started : undefined;
  return (
    <Page
      title="Guide"
      about="A two-minute tour with a demo agent: no model, no key, and only a scratch folder is touched."
    >
      <Section title="Try it">
        <ol className="guide-page-parts">
          {PARTS.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ol>
        <p className="guide-page-start">
          <StartButton isAgain={current !== undefined} />
          {current !== undefined && <a href={sessionHref(current.sessionId)}>Continue where you left off</a>}
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
