// What is known of an agent's modes and models before a session with it exists.
import { useView, type Picker } from "@parley/chat-ui";
import { useMemo } from "react";
import { useServer } from "../server/page-server.ts";
import { useReply } from "../server/use-reply.ts";
import { toStartPickers } from "@parley/surface";

interface KnownStart {
  /** Undefined: the agent never ran here. */
  readonly pickers: readonly Picker[] | undefined;
}

/** Undefined until the server has answered, and if there is nothing to choose. An empty name is the server's default. */
export function useStartChoices(agent: string): KnownStart | undefined {
  const { agents } = useServer();
  const { value } = useReply("entries/choices", agent === "" ? {} : { agent });
  const entry = useView(agents, (list) => list.agents.find(({ name }) => name === value?.agent));
  return useMemo(() => {
    if (value === undefined || entry?.kind === "auto" || entry?.kind === "a2a") return undefined;
    if (value.choices === undefined) return { pickers: undefined };
    const pickers = toStartPickers(value.choices);
    // The modes of the built-in agent are agents of their own, and one of them was selected above.
    return { pickers: entry?.kind === "mode" ? pickers.filter(({ id }) => id !== "mode") : pickers };
  }, [value, entry]);
}
