// The state of the connection, in a word.
import { useView } from "@parley/chat-ui";
import { useServer } from "../server/page-server.ts";
import { describeConnection } from "./connection-words.ts";
import "./ConnectionStatus.css";

export function ConnectionStatus() {
  const { connection } = useServer();
  const state = useView(connection, ({ state: current }) => current);
  const { name, detail } = describeConnection(state);
  return (
    <span className="connection-status" role="status" title={detail} data-kind={state.kind}>
      <span className="connection-status-dot" aria-hidden="true" />
      <span className="connection-status-name">{name}</span>
    </span>
  );
}
