// The server as the page knows it: one connection, and what is kept up to date over it.
import type { Remote } from "@parley/remote";
import { createContext, useContext } from "react";
import { AgentList, QuestionList, SessionList } from "@parley/surface";
import { ConnectionView } from "./connection-view.ts";

export interface PageServer {
  readonly remote: Remote;
  readonly connection: ConnectionView;
  readonly sessions: SessionList;
  readonly questions: QuestionList;
  readonly agents: AgentList;
}

export function createPageServer(remote: Remote): PageServer {
  return {
    remote,
    connection: new ConnectionView(remote),
    sessions: new SessionList(remote),
    questions: new QuestionList(remote),
    agents: new AgentList(remote),
  };
}

export const ServerContext = createContext<PageServer | undefined>(undefined);

/** Of a component inside the app. */
export function useServer(): PageServer {
  const server = useContext(ServerContext);
  if (server === undefined) throw new Error("This component is outside of the app");
  return server;
}
