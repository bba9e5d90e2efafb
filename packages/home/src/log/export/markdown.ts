// A session as a text for people: prompts, answers and actions, in order. Written while the session is read.
import type { SessionEvent } from "@parley/acp";
import type { LogDamage, SessionInfo } from "../session-store.ts";
import { SettledParts, type SettledPart } from "../settled-parts.ts";
import { formatTerminal } from "./markdown-blocks.ts";
import { formatItem, formatPlan } from "./markdown-items.ts";
import { toCode, toInline } from "./markdown-text.ts";

export async function* toMarkdown(
  info: SessionInfo,
  events: AsyncIterable<SessionEvent>,
  damage: readonly LogDamage[],
): AsyncGenerator<string> {
  yield formatHead(info);
  const parts = new SettledParts();
  for await (const event of events) for (const part of parts.apply(event)) yield* formatPart(part);
  for (const part of parts.end()) yield* formatPart(part);
  // Only complete now.
  if (damage.length > 0) yield formatDamage(damage);
}

function formatHead(info: SessionInfo): string {
  const { id, agent, agentSessionId, cwd, title, createdAtMs, updatedAtMs, turns, forkedFrom } = info;
  const facts = [
    ["Agent", agent.title === undefined ? toCode(agent.name) : `${toInline(agent.title)} (${toCode(agent.name)})`],
    ["Folder", toCode(cwd)],
    ["Session", toCode(id)],
    ["Agent's session id", agentSessionId && toCode(agentSessionId)],
    ["Forked from", forkedFrom && toCode(forkedFrom)],
    ["Begun", toTime(createdAtMs)],
    ["Last event", toTime(updatedAtMs)],
    ["Turns", String(turns)],
  ];
  const lines = facts.flatMap(([name, value]) => (value === undefined || value === "" ? [] : [`- ${name}: ${value}`]));
  return `# ${toInline(title)}\n\n${lines.join("\n")}\n`;
}

function* formatPart(part: SettledPart): Generator<string> {
  const text = textOfPart(part);
  if (text !== "") yield `\n${text}\n`;
}

function textOfPart(part: SettledPart): string {
  switch (part.type) {
    case "item":
      return formatItem(part.item, part.terminals);
    case "terminal":
      return formatTerminal(part);
    case "plan":
      return formatPlan(part.entries);
    case "omitted":
      return `> ${part.count} items are omitted here because they are too large.`;
  }
}

function formatDamage(damage: readonly LogDamage[]): string {
  return `\n## Damage\n\nParts of the log could not be read:\n\n${damage.map(({ message }) => `- ${toInline(message)}`).join("\n")}\n`;
}

/** A time from a foreign log may be invalid. */
function toTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}
