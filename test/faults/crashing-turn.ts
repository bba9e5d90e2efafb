// A turn that edits a file, asks for a permission and has a prompt queued behind it, on a server that may be killed at any write;
// and what has to hold after the next start.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../repository/workspaces.ts";
import { call, reaches, readLog, readTurn, type LoggedEvent, type NativeTurn } from "../e2e/serve/dialects.ts";
import { openPlace, type Place, type Running, type RunOptions } from "../e2e/run-parley.ts";
import { serve, type Served } from "../e2e/serve/served.ts";

const SHIM = join(root, "test/support/src/crash-at-write.cjs");
const OVER = ["completed", "failed", "cancelled"];

/** The process that is killed, before which of its writes, and whether half of that one gets through. */
export interface Crash {
  readonly role: "serve" | "agent" | "run";
  /** 0: it is not killed. */
  readonly at: number;
  readonly isTorn: boolean;
  /** Where every write is noted down. */
  readonly log?: string | undefined;
}

/** Options of Node, because our own agent is started with those of its server, and never with NODE_OPTIONS. */
export function crashing(crash: Crash): Pick<RunOptions, "node" | "env"> {
  return { node: ["--require", SHIM], env: { PARLEY_TEST_CRASH: JSON.stringify(crash) } };
}

/** What clients received before the end. */
interface Reported {
  sessionId?: string;
  first?: string;
  second?: string;
  isAsked?: boolean;
  isAnswered?: boolean;
  readonly events: Map<number, LoggedEvent>;
  readonly completed: Set<string>;
}

/** What does not hold, as sentences; and whether the process was killed at all. */
export interface CrashResult {
  readonly broken: readonly string[];
  readonly isKilled: boolean;
}

export async function crashServer(crash: Crash): Promise<CrashResult> {
  await using place = await openPlace();
  const reported: Reported = { events: new Map(), completed: new Set() };
  const isKilled = await playUntilKilled(place, crash, reported);
  const broken: string[] = [];
  await using server = await serve(place);
  await check(server, place, reported, broken);
  return { broken, isKilled };
}

async function playUntilKilled(place: Place, crash: Crash, reported: Reported): Promise<boolean> {
  let running: Running | undefined;
  try {
    const server = await serve(place, [], crashing(crash));
    ({ running } = server);
    await play(server, place, reported);
    const { code } = await server.end();
    return code === null;
  } catch (error) {
    // The connection broke with the server, or it was killed before it could say where it is.
    if (running !== undefined && running.child.exitCode !== null) throw error;
    await running?.ended;
    return true;
  }
}

async function play(server: Served, place: Place, reported: Reported): Promise<void> {
  const look = async (): Promise<void> => {
    for (const event of await readLog(server, reported.sessionId ?? "")) reported.events.set(event.seq, event);
  };
  const { id } = await call<{ id: string }>(server, "POST", "/sessions", { agent: "backend", working_dir: place.work });
  reported.sessionId = id;
  reported.first = await prompt(server, id, "write a.txt hello\nsay the end");
  await look();
  const { interaction_id: question } = await reaches(server, reported.first, "awaiting", ...OVER);
  reported.isAsked = question !== undefined;
  await look();
  reported.second = await prompt(server, id, "say second");
  await look();
  await call(server, "POST", `/interactions/${question}`, { action: "allow_once" });
  reported.isAnswered = true;
  await look();
  for (const turn of [reported.first, reported.second]) {
    if ((await reaches(server, turn, ...OVER)).state === "completed") reported.completed.add(turn);
    await look();
  }
}

async function prompt(server: Served, sessionId: string, text: string): Promise<string> {
  const body = { user_message: text };
  return (await call<{ turn_id: string }>(server, "POST", `/sessions/${sessionId}/reply`, body)).turn_id;
}

async function check(server: Served, place: Place, reported: Reported, broken: string[]): Promise<void> {
  const { sessionId, first, second } = reported;
  if (sessionId === undefined) {
    await checkNext(server, place, undefined, broken);
    return;
  }
  if (first !== undefined) await settle(server, first, reported, broken);
  if (second !== undefined) await settle(server, second, reported, broken);
  const log = new Map((await readLog(server, sessionId)).map((event) => [event.seq, event]));
  for (const [seq, event] of reported.events) {
    const [before, after] = [JSON.stringify(event), JSON.stringify(log.get(seq))];
    if (before !== after) broken.push(`event ${seq} was ${before}, and is ${after}`);
  }
  if (existsSync(place.file("a.txt"))) {
    const content = await readFile(place.file("a.txt"), "utf8");
    if (content !== "hello") broken.push(`a.txt is ${JSON.stringify(content)}`);
  } else if (first !== undefined && (await readTurn(server, first)).state === "completed") {
    broken.push("the turn completed without its file");
  }
  await checkNext(server, place, sessionId, broken);
}

/** A turn is over with a reason, or waits for an answer that was not given. */
async function settle(server: Served, id: string, reported: Reported, broken: string[]): Promise<void> {
  let turn: NativeTurn = await reaches(server, id, "awaiting", ...OVER);
  const isFirst = id === reported.first;
  // The answer may have been stored without anybody being told.
  if (turn.state === "awaiting") turn = await afterAnswer(server, id);
  if (turn.state === "awaiting" && isFirst && reported.isAnswered === true) {
    broken.push("a question that was answered is asked again");
  }
  if (turn.state === "awaiting") {
    await call(server, "POST", `/interactions/${turn.interaction_id}`, { action: "allow_once" });
    turn = await reaches(server, id, ...OVER);
  }
  if (reported.completed.has(id) && turn.state !== "completed") broken.push(`a completed turn is ${turn.state}`);
  const { code, message = "" } = turn.error ?? {};
  if (turn.state === "failed" && (code === undefined || message === "")) broken.push("a turn failed without a reason");
  if (turn.state === "cancelled") broken.push("a turn is cancelled without a request");
  // Nothing had begun of a prompt that was queued, so that it runs.
  if (id === reported.second && reported.isAnswered !== true && turn.state !== "completed") {
    broken.push(`a queued prompt is ${turn.state}: ${message}`);
  }
}

/** The answer is on its way to the agent, which has to be started first. */
async function afterAnswer(server: Served, id: string): Promise<NativeTurn> {
  for (;;) {
    const turn = await readTurn(server, id);
    if (turn.state !== "awaiting") return await reaches(server, id, "awaiting", ...OVER);
    const { state } = await call<{ state: string }>(server, "GET", `/interactions/${turn.interaction_id}`);
    if (state === "pending") return turn;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Work continues, and nothing is stuck. */
async function checkNext(server: Served, place: Place, known: string | undefined, broken: string[]): Promise<void> {
  const begin = { agent: "backend", working_dir: place.work };
  const sessionId = known ?? (await call<{ id: string }>(server, "POST", "/sessions", begin)).id;
  // It writes, too: what a killed process left in a folder goes with the next write there.
  const id = await prompt(server, sessionId, "write next.txt next\nsay next");
  const { interaction_id: question } = await reaches(server, id, "awaiting", ...OVER);
  await call(server, "POST", `/interactions/${question}`, { action: "allow_once" });
  const { state, error } = await reaches(server, id, ...OVER);
  if (state !== "completed") broken.push(`the next prompt is ${state}: ${error?.message}`);
  for (const name of ["created", "in_progress", "awaiting", "cancelling"]) {
    const { turns } = await call<{ turns: unknown[] }>(server, "GET", `/turns?state=${name}`);
    if (turns.length > 0) broken.push(`${turns.length} turns are ${name}`);
  }
  const { interactions } = await call<{ interactions: unknown[] }>(server, "GET", "/interactions?state=pending");
  if (interactions.length > 0) broken.push(`${interactions.length} questions are open`);
  await checkLeftovers(place, broken);
}

/** Drafts of a process that is gone, and its claims. Those of snapshots go when they are old (`packages/machine`). */
async function checkLeftovers({ work, home }: Place, broken: string[]): Promise<void> {
  for (const name of await readdir(work))
    if (!["a.txt", "next.txt"].includes(name)) broken.push(`left in the workspace: ${name}`);
  const claims = (await readdir(home)).filter((name) => name.endsWith(".claim"));
  if (claims.length > 1) broken.push(`claims of two servers: ${claims.join(", ")}`);
  const drafts = (await readdir(home)).filter((name) => name.endsWith(".draft"));
  if (drafts.length > 0) broken.push(`left in the home folder: ${drafts.join(", ")}`);
}
