// Ended terminals, from a session's log.
import { parseSessionEventLine, type TerminalEvent } from "@parley/acp";
import type { HubTerminal } from "../api/terminals.ts";
import type { HubStore } from "../api/store.ts";
import { CHANGE_INDEXES_MAX, ENDED_TERMINALS_MAX, PAGE_EVENTS } from "../limits.ts";

interface LoggedTerminal extends HubTerminal {
  /** Of its first and its latest event. */
  readonly firstSeq: number;
  readonly lastSeq: number;
}

interface GrowingIndex {
  readonly terminals: Map<string, LoggedTerminal>;
  seq: number;
}

type Reader = Pick<HubStore, "readEvents">;

const MARK = '"type":"terminal"';

/** Logs only grow, so results are cached for the most recently used sessions. */
export class TerminalIndexes {
  readonly #store: Reader;
  /** The least recently used first. */
  readonly #known = new Map<string, GrowingIndex>();

  constructor(store: Reader) {
    this.#store = store;
  }

  async read(sessionId: string): Promise<ReadonlyMap<string, LoggedTerminal>> {
    const index = this.#known.get(sessionId) ?? { terminals: new Map<string, LoggedTerminal>(), seq: 0 };
    this.#known.delete(sessionId);
    this.#known.set(sessionId, index);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size > CHANGE_INDEXES_MAX) this.#known.delete(oldest);
    }
    for (;;) {
      const after = index.seq;
      const lines = await this.#store.readEvents(sessionId, { after, limit: PAGE_EVENTS });
      // Another call has added these meanwhile.
      if (index.seq !== after) continue;
      for (const line of lines) addLine(index, line);
      index.seq += lines.length;
      if (lines.length < PAGE_EVENTS) return index.terminals;
    }
  }

  /** Its output as plain text. */
  async output(sessionId: string, { id, firstSeq, lastSeq }: LoggedTerminal): Promise<string> {
    const parts: string[] = [];
    for (let after = firstSeq - 1; after < lastSeq;) {
      const lines = await this.#store.readEvents(sessionId, { after, limit: PAGE_EVENTS });
      if (lines.length === 0) break;
      for (const line of lines) parts.push(parseTerminal(line, id)?.output ?? "");
      after += lines.length;
    }
    return parts.join("");
  }
}

function addLine({ terminals }: GrowingIndex, line: string): void {
  const event = parseTerminal(line);
  if (event === undefined) return;
  const { terminalId: id, seq, at, command, cwd, exit } = event;
  const known = terminals.get(id);
  if (known !== undefined) terminals.set(id, { ...known, lastSeq: seq, ...(exit && { exit }) });
  else if (command !== undefined) {
    const started = { id, command, cwd: cwd ?? "", startedAtMs: at, isRunning: false, isPty: false };
    terminals.set(id, { ...started, firstSeq: seq, lastSeq: seq });
    const [oldest] = terminals.keys();
    if (terminals.size > ENDED_TERMINALS_MAX && oldest !== undefined) terminals.delete(oldest);
  }
}

function parseTerminal(line: string, id?: string): TerminalEvent | undefined {
  if (!line.includes(MARK) || (id !== undefined && !line.includes(id))) return undefined;
  const parsed = parseSessionEventLine(line);
  if (!parsed.ok || parsed.value.type !== "terminal") return undefined;
  return id === undefined || parsed.value.terminalId === id ? parsed.value : undefined;
}
