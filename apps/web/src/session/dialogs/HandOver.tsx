// Hands a session over to another agent. A turn that runs is cancelled first, after asking.
import { useView } from "@parley/chat-ui";
import { useState } from "react";
import { useServer } from "../../server/page-server.ts";
import { handOver } from "@parley/surface";
import { DialogForm } from "./DialogForm.tsx";

export interface HandOverProps {
  readonly sessionId: string;
  /** Selected at first. */
  readonly agent?: string | undefined;
}

export function HandOver({ sessionId, agent: selected = "" }: HandOverProps) {
  const { remote, sessions, agents } = useServer();
  const session = useView(sessions, (list) => list.get(sessionId));
  const usable = useView(agents, (list) => list.usable);
  const others = usable.filter(({ name }) => name !== session?.agent);
  const [wanted, setWanted] = useState(selected);
  const agent = wanted === "" ? others[0]?.name : wanted;
  const isRunning = session !== undefined && session.status !== "idle";
  const from = session === undefined ? "" : agents.titleOf(session.agent);
  return (
    <DialogForm
      label="Hand over to another agent"
      action={isRunning ? "Cancel the turn and hand over" : "Hand over"}
      isReady={agent !== undefined}
      onSubmit={() => handOver(remote, sessionId, agent ?? "")}
    >
      <label>
        Agent
        <select value={agent} onChange={({ target }) => setWanted(target.value)}>
          {others.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {others.length === 0 && (
        <p className="dialog-form-warning">No other agent is available. Install or enable one on the page Agents.</p>
      )}
      <p>The new agent receives the conversation so far, and answers your next prompt.</p>
      {isRunning && (
        <p className="dialog-form-warning">
          {from} is working on a turn. It is cancelled first; what it has changed so far stays.
        </p>
      )}
    </DialogForm>
  );
}
