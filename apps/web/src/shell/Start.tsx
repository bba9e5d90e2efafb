// Before a session is selected: for a new user what this is, otherwise what the sessions are doing.
import { Button, useView } from "@parley/chat-ui";
import { useLocation } from "wouter";
import { useServer } from "../server/page-server.ts";
import { dialogs } from "../state/dialogs.ts";
import { StartFigures } from "./StartFigures.tsx";
import "./Start.css";

export function Start() {
  const { sessions } = useServer();
  const count = useView(sessions, (list) => (list.isLoaded ? list.sessions.length : undefined));
  if (count === undefined) return null;
  return <div className="start">{count === 0 ? <Welcome /> : <Overview />}</div>;
}

function Welcome() {
  const [, navigate] = useLocation();
  return (
    <>
      <h1>Welcome to Parley</h1>
      <p>
        Give a task to any coding agent on this machine. It asks before it changes anything, and you keep or undo what
        it did, hunk by hunk. Terminal, editors and other browsers show the same sessions.
      </p>
      <div className="start-actions">
        <Button look="primary" onClick={() => navigate("/guide")}>
          Take the two-minute guide
        </Button>
        <Button onClick={() => dialogs.open({ name: "new-session" })}>New session</Button>
      </div>
      <p className="start-note">The guide needs no model and no key, and works in a scratch folder.</p>
    </>
  );
}

function Overview() {
  return (
    <>
      <h1>Your sessions</h1>
      <StartFigures />
      <p>Select a session, or start a new one.</p>
      <div className="start-actions">
        <Button look="primary" onClick={() => dialogs.open({ name: "new-session" })}>
          New session
        </Button>
      </div>
    </>
  );
}
