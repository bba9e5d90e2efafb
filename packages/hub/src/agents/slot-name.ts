// Slots among the names of agents: `slot:assistant` is the slot if an agent has the same name.

const PREFIX = "slot:";

export function toSlotKey(slot: string): string {
  return `${PREFIX}${slot}`;
}

/** The name after the prefix; undefined without the prefix. */
export function parseSlotKey(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}
