// The session as its features see it: a live object.
import type { SessionScope } from "../features/feature.ts";
import type { AgentSession, AgentSessionOptions } from "./agent-session.ts";
import type { Recorder } from "./recorder.ts";

/** The session is created after its features, so it is set later. */
export function createScope(
  { host, setup, log, agentSessionId }: AgentSessionOptions,
  recorder: Recorder,
  session: () => AgentSession | undefined,
): SessionScope {
  return {
    id: log.sessionId,
    get agentSessionId() {
      return session()?.agentSessionId ?? agentSessionId ?? "";
    },
    agentName: host.agentName,
    cwd: setup.cwd,
    roots: [setup.cwd, ...(setup.additionalFolders ?? [])],
    get turnId() {
      return session()?.turn?.id;
    },
    get turnSignal() {
      return session()?.turn?.signal;
    },
    record(body) {
      const opened = session();
      if (opened === undefined) recorder.record(body);
      else opened.record(body);
    },
  };
}
