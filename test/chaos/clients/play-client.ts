// One client at work: it begins sessions, prompts, answers, cancels, at any server, and writes down what it was promised.
import { randomUUID } from "node:crypto";
import { ATTEMPTS_MAX, RETRY_MS, SESSIONS_PER_CLIENT_MAX, TURN_MS_MAX } from "../limits.ts";
import type { Random } from "../plan/random.ts";
import type { ClientRecords, PromptRecord } from "../record.ts";
import type { ChaosNode } from "../world/chaos-node.ts";
import type { World } from "../world/world.ts";
import type { ChaosClient } from "./chaos-client.ts";
import { Refused } from "./request.ts";

export interface PlayedClient {
  readonly name: string;
  readonly dialect: string;
  readonly client: ChaosClient;
  readonly random: Random;
}

export interface PlayContext {
  readonly world: World;
  readonly records: ClientRecords;
  readonly stop: AbortSignal;
  /** A session that any client may continue. */
  readonly onSession: (sessionId: string) => void;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Until the signal to stop. */
export async function playClient(played: PlayedClient, context: PlayContext): Promise<void> {
  const { random, client } = played;
  const own: string[] = [];
  for (let count = 1; !context.stop.aborted; count += 1) {
    try {
      const sessionId = await chooseSession(played, context, own);
      if (sessionId !== undefined) await playTurn(played, context, sessionId, count);
    } catch {
      context.records.failures += 1;
    }
    await pause(random.between(20, 400));
  }
  await client[Symbol.asyncDispose]();
}

/** One of its own, now and then one of another client's, or a new one. */
async function chooseSession(
  { client, random }: PlayedClient,
  { world, records, onSession }: PlayContext,
  own: string[],
): Promise<string | undefined> {
  const isNew = own.length === 0 || (own.length < SESSIONS_PER_CLIENT_MAX && random.isLikely(0.2));
  const known = random.isLikely(0.25) ? records.sessionIds : own;
  if (!isNew) return random.pick(known);
  const id = await client.createSession(random.pick(world.nodes), world.work);
  own.push(id);
  records.sessionIds.push(id);
  onSession(id);
  return id;
}

type Script = (word: string, world: World, random: Random) => string;

const SCRIPTS: readonly Script[] = [
  (word) => `say ${word}`,
  (word, _, random) => `stream ${random.between(5, 60)} 24\nsay ${word}`,
  (word, _, random) => `say begun\nwait ${random.between(200, 3_000)}\nsay ${word}`,
  (word, { work }) => `write ${work}/${word}.txt ${word}\nsay ${word}`,
];

async function playTurn(played: PlayedClient, context: PlayContext, sessionId: string, count: number): Promise<void> {
  const { name, dialect, random } = played;
  const { world, records } = context;
  const word = `${name}-${count}-end`;
  const isWitnessed = dialect === "native" && random.isLikely(0.3);
  const witness = `run echo ${word} >> ${world.witnessFile}\nsay ${word}`;
  const text = isWitnessed ? witness : random.pick(SCRIPTS)(word, world, random);
  const record: PromptRecord = { client: name, dialect, sessionId, word, isAcknowledged: false, isWitnessed };
  records.prompts.push(record);
  await send(played, context, record, text);
  if (record.turnId !== undefined && record.end === undefined) await stayWith(played, context, record, record.turnId);
}

/** With the same key, at any server, until one of them has it or says no. */
async function send(played: PlayedClient, context: PlayContext, record: PromptRecord, text: string): Promise<void> {
  const { client, random } = played;
  const key = randomUUID();
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    try {
      const { turnId, end } = await client.prompt(random.pick(context.world.nodes), {
        sessionId: record.sessionId,
        text,
        key,
      });
      record.isAcknowledged = true;
      if (turnId !== undefined) record.turnId = turnId;
      if (end !== undefined) record.end = end;
      return;
    } catch (error) {
      context.records.failures += 1;
      if (error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429) return;
      await pause(RETRY_MS);
    }
  }
}

/** Until it is over, or waits for a person who does not come. */
async function stayWith(
  { client, random }: PlayedClient,
  { world, records, stop }: PlayContext,
  record: PromptRecord,
  turnId: string,
): Promise<void> {
  const untilMs = Date.now() + TURN_MS_MAX;
  const choice = random.next();
  const [isCancelled, isIgnored] = [choice < 0.12, choice > 0.92];
  const isAllowed = random.isLikely(0.7);
  const node = (): ChaosNode => random.pick(world.nodes);
  const { sessionId } = record;
  while (Date.now() < untilMs && !stop.aborted) {
    try {
      const { end, interactionId } = await client.look(node(), turnId);
      if (end !== undefined) {
        record.end = end;
        return;
      }
      if (interactionId !== undefined && isIgnored) return;
      if (interactionId !== undefined) {
        await client.answer(node(), { sessionId, turnId, interactionId }, isAllowed);
        record.answer = { interactionId, isAllowed };
      } else if (isCancelled) await client.cancel(node(), sessionId, turnId);
    } catch {
      records.failures += 1;
    }
    await pause(RETRY_MS);
  }
}
