// A session as lines, and back.
import { formatSessionEvent, parseSessionEventLine, type SessionEvent } from "@parley/acp";
import { createId, ParleyError, parseJson, type Clock } from "@parley/base";
import { readAll } from "../log/read-events.ts";
import { indexEvents } from "../search/index-turn.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import { redactEvents, redactFields, toPromptTitle } from "@parley/home/session-log";
import { IMPORT_BATCH, IMPORT_EVENTS_MAX } from "../limits.ts";
import { FigureSum, NO_FIGURES } from "./session-figures.ts";

const HEADER_VERSION = 1;

export async function* exportSession(
  store: HubStore,
  row: SessionRow,
  isRedacted: boolean,
): AsyncGenerator<string, void, undefined> {
  const { id, title, agent, cwd, createdAtMs, clearedSeq } = row;
  const header = { parley: "session", version: HEADER_VERSION, id, title, agent, cwd, createdAtMs, clearedSeq };
  yield JSON.stringify(isRedacted ? redactFields(header) : header);
  if (isRedacted) for await (const event of redactEvents(eventsOf(store, id))) yield formatSessionEvent(event);
  else for await (const { line } of readAll(store, id)) yield line;
}

async function* eventsOf(store: HubStore, id: string): AsyncGenerator<SessionEvent, void, undefined> {
  for await (const { event } of readAll(store, id)) yield event;
}

export interface ImportOptions {
  readonly store: HubStore;
  readonly agents: { find(name: string): Promise<{ readonly name: string } | undefined> };
  readonly clock: Clock;
  readonly defaultCwd: string;
  /** Instead of the one in the header. */
  readonly agent?: string | undefined;
  readonly defaultAgent: string;
}

/** Returns the id of the new session. A line that is not an event is an error that names the line. */
export async function importSession(
  lines: AsyncIterable<string> | Iterable<string>,
  options: ImportOptions,
): Promise<string> {
  const { store, clock } = options;
  const id = createId(clock);
  let header: Header | undefined;
  let events: SessionEvent[] = [];
  let seq = 0;
  let number = 0;
  const row: Gathered = { sum: new FigureSum(), title: undefined, name: undefined, cwd: undefined };
  const flush = async (): Promise<void> => {
    const lastSeq = seq;
    await store.appendEvents(
      [{ sessionId: id, firstSeq: seq - events.length + 1, lines: events.map(formatSessionEvent) }],
      new Map([[id, { lastSeq, ...row.sum.figures }]]),
      { isDurable: false },
    );
    await indexEvents(store, id, events);
    events = [];
  };
  const first = async (): Promise<void> => insert(id, header, row, options);
  let isInserted = false;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    if (number === 1) {
      header = toHeader(line);
      if (header !== undefined) continue;
    }
    const event = readEvent(line, number);
    seq += 1;
    if (seq > IMPORT_EVENTS_MAX) throw tooMany();
    const own = { ...event, seq, sessionId: id };
    note(row, own);
    events.push(own);
    if (events.length < IMPORT_BATCH) continue;
    if (!isInserted) await first();
    isInserted = true;
    await flush();
  }
  if (seq === 0) throw new ParleyError({ code: "bad_input", message: "The import has no events" });
  if (!isInserted) await first();
  if (events.length > 0) await flush();
  return id;
}

interface Header {
  readonly title?: unknown;
  /** Of a log of the client. */
  readonly name?: unknown;
  readonly agent?: unknown;
  readonly cwd?: unknown;
}

interface Gathered {
  readonly sum: FigureSum;
  title: string | undefined;
  name: string | undefined;
  cwd: string | undefined;
}

async function insert(id: string, header: Header | undefined, row: Gathered, options: ImportOptions): Promise<void> {
  const { store, agents, clock, defaultCwd, defaultAgent } = options;
  const named = options.agent ?? nameOf(header?.agent);
  // If this machine does not have the agent, the default agent continues the session.
  const entry = named === undefined ? undefined : await agents.find(named);
  const given = [header?.title, header?.name].find((title) => typeof title === "string");
  const now = clock.now();
  await store.insertSession({
    id,
    title: row.name ?? given ?? row.title ?? "Imported session",
    isTitled: (row.name ?? given) !== undefined,
    agent: entry?.name ?? defaultAgent,
    cwd: (typeof header?.cwd === "string" && header.cwd !== "" ? header.cwd : row.cwd) ?? defaultCwd,
    additionalFolders: [],
    createdAtMs: now,
    updatedAtMs: now,
    ...NO_FIGURES,
    lastSeq: 0,
    extensions: [],
  });
}

/** Our export has its name; a log of the client has an object. */
function nameOf(agent: unknown): string | undefined {
  if (typeof agent === "string") return agent;
  const { name } = typeof agent === "object" && agent !== null ? (agent as { readonly name?: unknown }) : {};
  return typeof name === "string" ? name : undefined;
}

function note(row: Gathered, event: SessionEvent): void {
  row.sum.add(event);
  if (event.type === "prompt") row.title ??= toPromptTitle(event.prompt);
  else if (event.type === "agent_started") row.cwd ??= event.cwd;
  else if (event.type === "note") row.name = event.name ?? row.name;
}

/** Our header has no number; the first line of a client log has the number 0. */
function toHeader(line: string): Header | undefined {
  let value: Header & { readonly seq?: unknown; readonly session?: unknown };
  try {
    value = parseJson(line) as typeof value;
  } catch {
    throw new ParleyError({ code: "bad_input", message: "Line 1 is not JSON" });
  }
  if (typeof value !== "object" || value === null || (value.seq ?? 0) !== 0) return undefined;
  return typeof value.session === "object" && value.session !== null ? value.session : value;
}

function readEvent(line: string, number: number): SessionEvent {
  const event = parseSessionEventLine(line);
  if (event.ok) return event.value;
  throw new ParleyError({ code: "bad_input", message: `Line ${number}: ${event.error.message}` });
}

function tooMany(): ParleyError {
  return new ParleyError({ code: "limit_reached", message: `A session has ${IMPORT_EVENTS_MAX} events at most` });
}
