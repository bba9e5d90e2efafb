// The modes, models and options that an agent offered in its last session, for choosing before a session exists.
import type { Clock } from "@parley/base";
import type { SessionChoices } from "@parley/client";
import { isDeepStrictEqual } from "node:util";
import type { AgentEntry, KnownChoices } from "../api/agents.ts";
import type { HubStore } from "../api/store.ts";
import { KEPT_CHOICES_CHARS_MAX } from "../live-limits.ts";
import { keyOfAgent } from "./agent-facts.ts";

type Documents = Pick<HubStore, "getDocument" | "putDocument">;
type Named = Pick<AgentEntry, "kind" | "name">;

const KIND = "agent choices";

/** Stored, so that they are known before the agent is started again. */
export async function learnAgentChoices(
  store: Documents,
  entry: Named,
  choices: SessionChoices,
  clock: Clock,
): Promise<void> {
  const { modes, modeId, models, modelId, configOptions } = choices;
  // Normalised through JSON, for comparing them with the stored ones.
  const text = JSON.stringify({ modes, modeId, models, modelId, configOptions });
  if (text.length > KEPT_CHOICES_CHARS_MAX) return;
  const learned = JSON.parse(text) as KnownChoices["choices"];
  if (isDeepStrictEqual((await readAgentChoices(store, entry))?.choices, learned)) return;
  const known: KnownChoices = { choices: learned, learnedAtMs: clock.now() };
  await store.putDocument(KIND, keyOfAgent(entry), keyOfAgent(entry), known);
}

/** Undefined if the agent never ran here. The modes of our own agent are entries themselves. */
export async function readAgentChoices(store: Documents, entry: Named): Promise<KnownChoices | undefined> {
  return (await store.getDocument(KIND, keyOfAgent(entry))) as KnownChoices | undefined;
}
