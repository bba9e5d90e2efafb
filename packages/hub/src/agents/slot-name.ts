// A slot among the names of agents: `slot:assistant` is the slot where a mode is called `assistant`, too.

const PREFIX = "slot:";

export function toSlotKey(slot: string): string {
  return `${PREFIX}${slot}`;
}

/** The name behind the prefix; undefined if it is not there. */
export function parseSlotKey(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}
