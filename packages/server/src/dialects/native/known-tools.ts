// What is known of the tools and commands of a session, from its log or from the agent that runs.
import type { AvailableCommand } from "@parley/acp";
import type { Hub, HubSession } from "@parley/hub";
import { KNOWN_TOOLS_EVENTS_MAX, READ_EVENTS } from "./limits.ts";

interface SeenTool {
  readonly name: string;
  readonly kind?: string | undefined;
  /** How often it was called. */
  calls: number;
}

export interface KnownTools {
  readonly commands: readonly AvailableCommand[];
  readonly tools: readonly SeenTool[];
}

/** `isStarted`: the agent is started, if it does not run, and asked for its commands. */
export async function readKnownTools(hub: Hub, session: HubSession, isStarted: boolean): Promise<KnownTools> {
  const opened = isStarted ? await hub.sessions.open(session.id) : undefined;
  const tools = new Map<string, SeenTool>();
  let commands: readonly AvailableCommand[] = [];
  for (let after = Math.max(0, session.lastSeq - KNOWN_TOOLS_EVENTS_MAX); after < session.lastSeq;) {
    const events = await hub.sessions.events(session.id, { after, limit: READ_EVENTS });
    const last = events.at(-1);
    if (last === undefined) break;
    for (const { event } of events) {
      if (event.type !== "update") continue;
      const { update } = event;
      if (update.sessionUpdate === "available_commands_update") commands = update.availableCommands;
      else if (update.sessionUpdate === "tool_call") count(tools, update.name ?? update.title, update.kind);
    }
    after = last.event.seq;
  }
  return { commands: opened?.commands ?? commands, tools: [...tools.values()] };
}

function count(tools: Map<string, SeenTool>, name: string, kind: string | undefined): void {
  const seen = tools.get(name);
  if (seen === undefined) tools.set(name, { name, ...(kind === undefined ? {} : { kind }), calls: 1 });
  else seen.calls += 1;
}
