// What an agent declared when it was last started: its name and version, and its prompt capabilities.
import type { AgentCapabilities, InitializeResponse } from "@parley/acp";
import { isDeepStrictEqual } from "node:util";
import type { AgentEntry, AgentFacts } from "../api/agents.ts";
import type { HubStore } from "../api/store.ts";
import { CAPABILITIES_MAX } from "../limits.ts";
import { OWN } from "./process-spec.ts";

type Documents = Pick<HubStore, "getDocument" | "putDocument">;
type Named = Pick<AgentEntry, "kind" | "name">;

const KIND = "agent facts";

/** Stored, so that they are known before the agent is started again. */
export async function learnAgentFacts(store: Documents, entry: Named, info: InitializeResponse): Promise<void> {
  const facts = toAgentFacts(info);
  if (isDeepStrictEqual(await readAgentFacts(store, entry), facts)) return;
  await store.putDocument(KIND, keyOfAgent(entry), keyOfAgent(entry), facts);
}

export function toAgentFacts({ agentInfo, agentCapabilities }: InitializeResponse): AgentFacts {
  const promptCapabilities = agentCapabilities?.promptCapabilities;
  const capabilities = namesOf(agentCapabilities ?? {});
  return {
    ...(agentInfo && { agentInfo }),
    ...(promptCapabilities && { promptCapabilities }),
    ...(capabilities.length > 0 && { capabilities }),
  };
}

function namesOf({
  loadSession,
  promptCapabilities,
  mcpCapabilities,
  sessionCapabilities,
  auth,
}: AgentCapabilities): string[] {
  const groups = { prompt: promptCapabilities, mcp: mcpCapabilities, session: sessionCapabilities, auth };
  const names = Object.entries(groups).flatMap(([group, declared]) =>
    Object.entries(declared ?? {})
      .filter(([name, value]) => name !== "_meta" && value !== false && value !== null && value !== undefined)
      .map(([name]) => `${group}.${name}`),
  );
  return [...(loadSession === true ? ["loadSession"] : []), ...names].slice(0, CAPABILITIES_MAX);
}

/** Nothing is known of an agent that never ran here. */
export async function readAgentFacts(store: Documents, entry: Named): Promise<AgentFacts> {
  return ((await store.getDocument(KIND, keyOfAgent(entry))) as AgentFacts | undefined) ?? {};
}

/** All modes of our own agent are one program. */
export function keyOfAgent({ kind, name }: Named): string {
  return kind === "mode" ? OWN : name;
}
