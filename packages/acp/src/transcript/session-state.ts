// The current state of the session: plan, mode, options, commands, usage, title, agent.
import { AGENTS_MAX } from "../limits.ts";
import type { AgentRestartedEvent, AgentStartedEvent, EventAgent, ModeEvent } from "../session-event.ts";
import type { SessionInfoUpdate, UsageUpdate } from "../generated/types.ts";
import type { Emit } from "./patch.ts";
import { INITIAL_STATE, type TranscriptState } from "./snapshot.ts";

export class SessionState {
  readonly #emit: Emit;
  current: TranscriptState = INITIAL_STATE;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  change(changes: Partial<TranscriptState>): void {
    this.current = { ...this.current, ...changes };
    this.#emit({ type: "state_changed", changes });
  }

  setRunning(running: boolean): void {
    if (this.current.running !== running) this.change({ running });
  }

  setMode({ modeId, modes }: ModeEvent): void {
    this.change({ modeId, ...(modes !== undefined && { modes }) });
  }

  setAgent({ agent, agentSessionId, cwd, seq }: AgentStartedEvent | AgentRestartedEvent): void {
    this.change({ ...this.#leave(agent, seq), agent: { ...agent, agentSessionId, cwd } });
  }

  /** Another agent takes over; earlier messages keep their agent. */
  #leave(next: EventAgent, seq: number): Partial<TranscriptState> {
    const { agent, earlierAgents = [] } = this.current;
    if (agent === null || (agent.name === next.name && agent.title === next.title)) return {};
    const { name, title, version } = agent;
    return { earlierAgents: [...earlierAgents, { name, title, version, untilSeq: seq - 1 }].slice(-AGENTS_MAX) };
  }

  /** Absent leaves a field as it was, null clears it. */
  setInfo({ title, updatedAt }: SessionInfoUpdate): void {
    if (title === undefined && updatedAt === undefined) return;
    this.change({ ...(title !== undefined && { title }), ...(updatedAt !== undefined && { updatedAt }) });
  }

  setUsage({ used, size, cost }: UsageUpdate): void {
    this.change({ usage: { used, size }, ...(cost !== null && cost !== undefined && { cost }) });
  }
}
