// The lists under the composer, kept up to date.
import type { SessionView } from "@parley/chat-model";
import { useView, type Picker } from "@parley/chat-ui";
import { toPickers, type SessionChoices } from "@parley/surface";
import { useEffect, useMemo } from "react";
import { useServer } from "../server/page-server.ts";

export function usePickers(sessionId: string, view: SessionView, store: SessionChoices): readonly Picker[] {
  const server = useServer();
  const session = useView(server.sessions, (list) => list.get(sessionId));
  const agents = useView(server.agents, (list) => list.agents);
  const choices = useView(store, (current) => current.choices);
  const modeId = useView(view, ({ state }) => state.modeId);
  const modes = useView(view, ({ state }) => state.modes);
  const configOptions = useView(view, ({ state }) => state.configOptions);
  // Another surface or the agent itself may have chosen.
  useEffect(() => void store.refresh(), [store, modeId, configOptions, session?.agent]);
  return useMemo(
    () => toPickers({ session, agents, choices, state: { modes, modeId, configOptions } }),
    [choices, modes, modeId, configOptions, agents, session],
  );
}
