// The page: which of its parts are shown, by the address.
import { useView } from "@parley/chat-ui";
import type { Remote } from "@parley/remote";
import { useMemo } from "react";
import { Link, Route, Router, Switch } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { ConnectionView } from "../server/connection-view.ts";
import { SessionList } from "../server/session-list.ts";
import { SessionPage } from "../session/SessionPage.tsx";
import "./App.css";

export function App({ remote }: { readonly remote: Remote }) {
  const connection = useMemo(() => new ConnectionView(remote), [remote]);
  const list = useMemo(() => new SessionList(remote), [remote]);
  const state = useView(connection, ({ state: current }) => current);
  const sessions = useView(list, ({ sessions: all }) => all);
  return (
    <Router hook={useHashLocation}>
      <div className="app">
        <header className="app-top">
          <b>Parley</b> <span role="status">{state.kind}</span>
        </header>
        <nav className="app-left" aria-label="Sessions">
          {sessions.map(({ id, name }) => (
            <Link key={id} href={`/sessions/${id}`}>
              {name}
            </Link>
          ))}
        </nav>
        <Switch>
          <Route path="/sessions/:id">{({ id }) => <SessionPage key={id} remote={remote} sessionId={id} />}</Route>
        </Switch>
      </div>
    </Router>
  );
}
