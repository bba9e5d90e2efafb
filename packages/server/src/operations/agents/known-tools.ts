// The tools, commands and prompts of a session: those that its agent offers, and those seen in its log.
import type { AvailableCommand } from "@parley/acp";
import type { Hub, HubSession, OfferedTool, SessionOffer } from "@parley/hub";
import { NATIVE_KNOWN_TOOLS_EVENTS_MAX, NATIVE_READ_EVENTS } from "../../limits.ts";

interface KnownTool extends OfferedTool {
  /** Number of calls. */
  calls: number;
}

export interface KnownTools {
  readonly commands: readonly AvailableCommand[];
  readonly tools: readonly KnownTool[];
  readonly prompts: SessionOffer["prompts"];
  /** Extensions that could not be reached, and why. */
  readonly problems: readonly string[];
}

const NOTHING: SessionOffer = { tools: [], prompts: [], problems: [] };

/** `isStarted`: starts the agent or its extensions if necessary, and asks what they offer. */
export async function readKnownTools(hub: Hub, session: HubSession, isStarted: boolean): Promise<KnownTools> {
  const offer = isStarted ? await hub.sessions.offer(session.id) : NOTHING;
  const opened = isStarted ? await hub.sessions.open(session.id) : undefined;
  const tools = new Map<string, KnownTool>(offer.tools.map((tool) => [tool.name, { ...tool, calls: 0 }]));
  let commands: readonly AvailableCommand[] = [];
  for (let after = Math.max(0, session.lastSeq - NATIVE_KNOWN_TOOLS_EVENTS_MAX); after < session.lastSeq;) {
    const events = await hub.sessions.events(session.id, { after, limit: NATIVE_READ_EVENTS });
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
  const { prompts, problems } = offer;
  return { commands: opened?.commands ?? commands, tools: [...tools.values()], prompts, problems };
}

function count(tools: Map<string, KnownTool>, name: string, kind: string | undefined): void {
  const seen = tools.get(name);
  if (seen === undefined) tools.set(name, { name, ...(kind === undefined ? {} : { kind }), calls: 1 });
  else seen.calls += 1;
}
