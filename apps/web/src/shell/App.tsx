// The page: which of its parts are shown, by the address.
import { useView } from "@parley/chat-ui";
import type { Remote } from "@parley/remote";
import { lazy, Suspense, useMemo } from "react";
import { Link, Route, Router, Switch } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { PageInbox } from "../inbox/PageInbox.tsx";
import { PAGES } from "../pages/pages.ts";
import { createPageServer, ServerContext, useServer } from "../server/page-server.ts";
import { SessionPage } from "../session/SessionPage.tsx";
import "./App.css";

const SHOWN_PAGES = PAGES.map(({ load, ...page }) => ({
  ...page,
  Content: lazy(async () => ({ default: await load() })),
}));

export function App({ remote }: { readonly remote: Remote }) {
  const server = useMemo(() => createPageServer(remote), [remote]);
  return (
    <ServerContext value={server}>
      <Router hook={useHashLocation}>
        <div className="app">
          <Top />
          <Left />
          <Suspense>
            <Switch>
              <Route path="/sessions/:id">{({ id }) => <SessionPage key={id} sessionId={id} />}</Route>
              {SHOWN_PAGES.map(({ path, Content }) => (
                <Route key={path} path={path} component={Content} />
              ))}
            </Switch>
          </Suspense>
        </div>
      </Router>
    </ServerContext>
  );
}

function Top() {
  const { connection } = useServer();
  const state = useView(connection, ({ state: current }) => current);
  return (
    <header className="app-top">
      <b>Parley</b> <span role="status">{state.kind}</span>
    </header>
  );
}

function Left() {
  const server = useServer();
  const sessions = useView(server.sessions, ({ sessions: all }) => all);
  return (
    <div className="app-left">
      <PageInbox />
      <nav aria-label="Sessions">
        {sessions.map(({ id, name }) => (
          <Link key={id} href={`/sessions/${id}`}>
            {name}
          </Link>
        ))}
      </nav>
      <nav aria-label="Pages">
        {PAGES.map(({ path, title }) => (
          <Link key={path} href={path}>
            {title}
          </Link>
        ))}
      </nav>
    </div>
  );
}
