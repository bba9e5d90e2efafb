// What a lost connection means for the person, and what to do. Nothing while all is well, or for a short interruption.
import { Button, useView } from "@parley/chat-ui";
import { useServer } from "../server/page-server.ts";
import { describeConnection } from "./connection-words.ts";
import { SignInForm } from "./SignInForm.tsx";
import "./ConnectionBar.css";

export function ConnectionBar() {
  const { connection } = useServer();
  const state = useView(connection, ({ state: current }) => current);
  const { detail } = describeConnection(state);
  if (detail === undefined) return null;
  const mustReload = state.kind === "other_version" || state.kind === "closed";
  return (
    <section className="connection-bar" aria-label="Connection" data-kind={state.kind}>
      <p>{detail}</p>
      {state.kind === "wrong_token" && <SignInForm />}
      {mustReload && <Button onClick={() => location.reload()}>Reload</Button>}
    </section>
  );
}
