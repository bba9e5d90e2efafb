// Creates a run: finds or creates its session, adds earlier messages, and starts the turn.
import { createId, ParleyError } from "@parley/base";
import { AUTO, type Hub, type HubSession, type NewTurn, type TurnAndEvents } from "@parley/hub";
import { toActor } from "../../../auth/actor.ts";
import { keyRequest, type Keyed } from "../../../auth/keyed-request.ts";
import { checkPrompt } from "../../../auth/levels.ts";
import type { Caller } from "../../../http/dialect.ts";
import { RunError } from "../errors.ts";
import type { RunCreate } from "../requests.ts";
import { partToBlock } from "../translate/part-to-block.ts";
import type { Message } from "../wire.ts";
import { blameFolder, checkFolder, findFolder, type RunFolder } from "./run-folder.ts";
import type { History } from "./read-history.ts";

const HISTORY_SCOPE = "acp-rest.history";

export interface NewRun {
  readonly request: RunCreate;
  readonly idempotencyKey: string | undefined;
  readonly baseUrl: string;
  readonly history: History;
  readonly nowMs: number;
  readonly caller: Caller;
}

/** A client that only waits for the outcome gets it together with the turn, if another server runs it. */
export async function createRun(hub: Hub, run: NewRun): Promise<TurnAndEvents> {
  const { request } = run;
  const { mode: _how, ...meaning } = request;
  const keyed = keyRequest(run, meaning);
  const sessionId = sessionIdOf(request);
  const agent = request.agent_name === AUTO ? AUTO : (await hub.agents.get(request.agent_name)).name;
  const [before, said] = splitInput(request.input);
  const prompt = said.flatMap(toBlocks);
  checkPrompt(run.caller, prompt);
  const folder = findFolder(request);
  const jsonSchema = request.json_schema ?? undefined;
  if (jsonSchema !== undefined) await hub.turns.checkSchema(jsonSchema);
  const turn = { agent, prompt, ...keyed, jsonSchema, actor: toActor(run.caller, "acp-rest") };
  const uris = request.session?.history ?? [];
  // Most runs continue a session, which then need not be read.
  if (sessionId !== undefined && folder === undefined && before.length === 0 && uris.length === 0) {
    const begun = await ifFound(begin(hub, request, { ...turn, sessionId }));
    if (begun !== undefined) return begun;
  }
  const session = await findOrCreate(hub, { id: sessionId, agent, folder, keyed });
  if (session.lastSeq === 0 && session.turns === 0) await addHistory(hub, session.id, before, run);
  return begin(hub, request, { ...turn, sessionId: session.id });
}

async function begin(hub: Hub, { mode }: RunCreate, turn: NewTurn): Promise<TurnAndEvents> {
  return mode === "sync" ? hub.turns.run(turn) : { turn: await hub.turns.start(turn) };
}

function sessionIdOf({ session_id: id, session }: RunCreate): string | undefined {
  if (typeof id === "string" && session && session.id !== id) {
    const message = `session_id: ${id} and session.id ${session.id} are different sessions`;
    throw new RunError(400, "invalid_input", message, { field: "session_id" });
  }
  return id ?? session?.id;
}

/** The prompt consists of the user's last consecutive messages; everything before them is history. */
function splitInput(input: readonly Message[]): readonly [before: readonly Message[], prompt: readonly Message[]] {
  const last = input.findLastIndex(({ role, parts }) => role === "user" && parts.length > 0);
  if (last === -1) return [input.slice(0, -1), input.slice(-1)];
  const first = input.findLastIndex(({ role }, index) => index < last && role !== "user") + 1;
  return [input.slice(0, first), input.slice(first)];
}

function toBlocks({ parts }: Message): ReturnType<typeof partToBlock>[] {
  return parts.map(partToBlock);
}

interface Wanted {
  readonly id: string | undefined;
  readonly agent: string;
  readonly folder: RunFolder | undefined;
  readonly keyed: Keyed;
}

async function findOrCreate(hub: Hub, { id, agent, folder, keyed }: Wanted): Promise<HubSession> {
  const found = id === undefined ? undefined : await ifFound(hub.sessions.get(id));
  if (found !== undefined) {
    await checkFolder(found, folder);
    return found;
  }
  const cwd = folder?.cwd;
  try {
    return await hub.sessions.create({ agent, cwd, ...(id === undefined ? keyed : { id }) });
  } catch (error) {
    // Another request created it in the meantime.
    if (id !== undefined && error instanceof ParleyError && error.code === "session_exists") {
      return hub.sessions.get(id);
    }
    throw blameFolder(error, folder);
  }
}

/** Undefined if the session does not exist. */
async function ifFound<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ParleyError && error.code === "session_not_found") return undefined;
    throw error;
  }
}

/** Created once, also for simultaneous requests. */
async function addHistory(hub: Hub, sessionId: string, before: readonly Message[], run: NewRun): Promise<void> {
  const uris = run.request.session?.history ?? [];
  const earlier = await run.history.readAll(run.baseUrl, uris);
  const messages = [...earlier, ...before].filter(({ parts }) => parts.length > 0);
  if (messages.length === 0) return;
  const claim = createId();
  if ((await hub.store.claimKey(HISTORY_SCOPE, sessionId, claim, run.nowMs)) !== claim) return;
  try {
    for (const message of messages) {
      await hub.sessions.addMessage(sessionId, message.role === "user" ? "user" : "agent", toBlocks(message));
    }
  } catch (error) {
    await hub.store.releaseKey(HISTORY_SCOPE, sessionId, claim);
    throw error;
  }
}
