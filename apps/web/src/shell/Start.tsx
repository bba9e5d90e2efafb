// Before a session is selected: what can be done here.
import { Button, EmptyState, useView } from "@parley/chat-ui";
import { useLocation } from "wouter";
import { useServer } from "../server/page-server.ts";
import { dialogs } from "../state/dialogs.ts";

export function Start() {
  const { sessions } = useServer();
  const [, navigate] = useLocation();
  const count = useView(sessions, (list) => (list.isLoaded ? list.sessions.length : undefined));
  if (count === undefined) return null;
  return (
    <EmptyState title={count === 0 ? "No sessions yet" : "No session selected"}>
      <p>
        {count === 0
          ? "Choose an agent and a folder, and describe a task. Agents ask before they change anything."
          : "Select one on the left, or start another."}
      </p>
      <p>
        <Button look={count === 0 ? "plain" : "primary"} onClick={() => dialogs.open({ name: "new-session" })}>
          New session
        </Button>{" "}
        {count === 0 && (
          <Button look="primary" onClick={() => navigate("/guide")}>
            Take the two-minute guide
          </Button>
        )}
      </p>
    </EmptyState>
  );
}
