// Starts a turn for a prompt: finds or creates the session, chooses the agent, adds earlier messages.
import type { ContentBlock, EventActor } from "@parley/acp";
import { createId } from "@parley/base";
import type { GivenMessage, ReplyRequest } from "@parley/contract";
import { AUTO, isPlanPrompt, type Hub, type HubSession, type RoutingDecision, type Turn } from "@parley/hub";
import { keyRequest, type Keyed, type KeyedOptions } from "../../auth/keyed-request.ts";
import { FieldError } from "../input/field-error.ts";
import type { Call } from "../call.ts";
import { textOf, toBlocks } from "../messages/given-message.ts";
import { findRecipe } from "../recipes/find-recipe.ts";

const KEY_SCOPE = "native/reply";

export interface BegunTurn {
  readonly turn: Turn;
  readonly session: HubSession;
  /** Set if the request named no agent. */
  readonly decision?: RoutingDecision | undefined;
}

export interface BeginOptions extends KeyedOptions {
  /** The id that the client chose. */
  readonly turnId?: string | undefined;
  readonly actor: EventActor;
}

export async function beginTurn(
  call: Pick<Call, "hub" | "clock">,
  body: ReplyRequest,
  options: BeginOptions,
): Promise<BegunTurn> {
  const { hub } = call;
  const { turnId, actor } = options;
  if (body.recipe_version && !body.recipe_name) throw new FieldError("recipe_version", "requires recipe_name");
  if (body.json_schema) await hub.turns.checkSchema(body.json_schema);
  if (body.recipe_name) return beginRecipe(hub, body, body.recipe_name, options);
  const prompt = readPrompt(body);
  const keyed = keyRequest(options, { ...toMeaning(body), turnId });
  const { session, decision, agent } = await prepareSession(hub, body, prompt, keyed);
  await once(call, keyed.idempotencyKey, async () => {
    if (decision !== undefined) await recordDecision(hub, session.id, decision);
    await tellConversation(hub, session, body);
  });
  const turn = await hub.turns.start({
    sessionId: session.id,
    prompt,
    actor,
    ...(turnId === undefined ? {} : { id: turnId }),
    ...(agent === undefined ? {} : { agent }),
    ...(body.json_schema ? { jsonSchema: body.json_schema } : {}),
    whenBusy: body.when_busy,
    approve: body.approve,
    onDisconnect: body.on_disconnect,
    ...keyed,
  });
  return { turn, session, decision };
}

/** What the request does; the rest says when, and what follows from a disconnect. */
function toMeaning({ user_message: said, when_busy: _when, on_disconnect: _then, ...body }: ReplyRequest): object {
  return { ...body, prompt: said && toBlocks(said) };
}

export function readPrompt({ user_message: message }: Pick<ReplyRequest, "user_message">): readonly ContentBlock[] {
  if (message === undefined) throw new FieldError("user_message", "is required");
  return toBlocks(message);
}

/** The session of a request, created if necessary, and the agent that answers. */
export async function prepareSession(
  hub: Hub,
  body: ReplyRequest,
  prompt: readonly ContentBlock[],
  keyed: Keyed = {},
): Promise<{
  readonly session: HubSession;
  readonly agent?: string | undefined;
  readonly decision?: RoutingDecision | undefined;
}> {
  const { session_id: sessionId, agent = body.agent_name, working_dir: cwd } = body;
  const found = sessionId === undefined ? undefined : await hub.sessions.get(sessionId);
  // A plan has no agent; the hub answers it.
  const isPlan = agent === AUTO && isPlanPrompt(prompt);
  const isOpen = !isPlan && (agent === AUTO || (agent === undefined && found === undefined));
  const decision = isOpen ? await hub.routing.route(textOf(prompt)) : undefined;
  const chosen = decision?.agent ?? agent;
  const session =
    found ??
    (await hub.sessions.create({
      ...(chosen === undefined ? {} : { agent: chosen }),
      ...(cwd === undefined ? {} : { cwd }),
      ...keyed,
    }));
  return { session, agent: chosen, decision };
}

/** A resent request with the same key returns the same turn and changes nothing else. */
async function once(
  { hub, clock }: Pick<Call, "hub" | "clock">,
  key: string | undefined,
  run: () => Promise<void>,
): Promise<void> {
  if (key === undefined) return run();
  const mine = createId(clock);
  if ((await hub.store.claimKey(KEY_SCOPE, key, mine, clock.now())) !== mine) return;
  try {
    await run();
  } catch (error) {
    // The earlier request was refused, so this one is executed.
    await hub.store.releaseKey(KEY_SCOPE, key, mine);
    throw error;
  }
}

export async function recordDecision(hub: Hub, sessionId: string, decision: RoutingDecision): Promise<void> {
  const { agent, modeId, confidence, reasoning } = decision;
  await hub.sessions.record(sessionId, {
    type: "routed",
    agent,
    ...(modeId === undefined ? {} : { modeId }),
    confidence,
    reasoning,
  });
}

/** The log takes precedence: an existing conversation is only replaced if the client requests it. */
async function tellConversation(
  hub: Hub,
  { id, turns, lastSeq }: HubSession,
  body: Pick<ReplyRequest, "conversation_so_far" | "override_conversation">,
): Promise<void> {
  const { conversation_so_far: soFar, override_conversation: override } = body;
  if (override) {
    if (lastSeq > 0) await hub.sessions.clear(id);
    await addAll(hub, id, override);
  } else if (soFar && turns === 0) await addAll(hub, id, soFar);
}

async function addAll(hub: Hub, sessionId: string, messages: readonly GivenMessage[]): Promise<void> {
  for (const message of messages) {
    await hub.sessions.addMessage(sessionId, message.role === "user" ? "user" : "agent", toBlocks(message));
  }
}

async function beginRecipe(hub: Hub, body: ReplyRequest, name: string, options: BeginOptions): Promise<BegunTurn> {
  if (body.session_id !== undefined) throw new FieldError("recipe_name", "starts a new session; omit session_id");
  const { recipe } = await findRecipe(hub, name, body.recipe_version);
  const agent = body.agent ?? body.agent_name ?? recipe.agent;
  const text = body.user_message === undefined ? undefined : textOf(toBlocks(body.user_message));
  const turn = await hub.recipes.run(
    { ...recipe, ...(text === undefined ? {} : { prompt: text }), ...(agent === undefined ? {} : { agent }) },
    {
      ...(body.recipe_values === undefined ? {} : { values: body.recipe_values }),
      ...(body.working_dir === undefined ? {} : { cwd: body.working_dir }),
      ...(body.json_schema ? { jsonSchema: body.json_schema } : {}),
      ...keyRequest(options, toMeaning(body)),
      approve: body.approve,
      onDisconnect: body.on_disconnect,
      actor: options.actor,
    },
  );
  return { turn, session: await hub.sessions.get(turn.sessionId) };
}
