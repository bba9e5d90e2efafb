// Finds the conversation of a message, and the agent that answers.
import type { SendMessageRequest } from "@a2a-js/sdk";
import { isUnknown, type ContentBlock } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { AUTO, isSameFolder, type Hub, type HubSession } from "@parley/hub";
import { keyRequest, type Keyed } from "../../auth/keyed-request.ts";
import { ownKey } from "../../auth/own-key.ts";
import type { Caller } from "../../http/dialect.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Addressed {
  readonly session: HubSession;
  /** A different agent than the session's. */
  readonly agent?: string | undefined;
}

export interface Sender {
  readonly caller: Caller;
  /** The agent whose own address was called. */
  readonly endpoint?: string | undefined;
}

export async function findConversation(
  hub: Hub,
  request: SendMessageRequest,
  prompt: readonly ContentBlock[],
  { caller, endpoint }: Sender,
): Promise<Addressed> {
  const named = await findAgent(hub, request, endpoint);
  const contextId = request.message?.contextId ?? "";
  const known = contextId === "" ? undefined : await findSession(hub, contextId);
  if (known !== undefined) await checkFolder(known, cwdOf(request));
  if (known !== undefined) return { session: known, ...(named !== undefined && { agent: named }) };
  if (contextId !== "" && !UUID.test(contextId)) {
    const message = "message.contextId: conversation not found. Omit it or send a UUID to start one";
    throw new ParleyError({ code: "bad_input", message });
  }
  return { session: await createConversation(hub, request, prompt, { contextId, named, caller }) };
}

/** A resent message is recognised by its id if that is a UUID. Ids are separate for each caller. */
export function keyMessage({ message, metadata, tenant }: SendMessageRequest, caller: Caller): Keyed {
  const { messageId = "", contextId = "", parts, metadata: own } = message ?? {};
  const idempotencyKey = UUID.test(messageId) ? ownKey(caller, `a2a:${contextId}:${messageId}`) : undefined;
  return keyRequest({ caller, idempotencyKey, shown: messageId }, { parts, own, metadata, tenant });
}

function cwdOf({ message, metadata }: SendMessageRequest): string | undefined {
  const cwd: unknown = message?.metadata?.["cwd"] ?? metadata?.["cwd"];
  return typeof cwd === "string" ? cwd : undefined;
}

/** A conversation stays in its folder. */
async function checkFolder(session: HubSession, cwd: string | undefined): Promise<void> {
  if (cwd === undefined || (await isSameFolder(session.cwd, cwd))) return;
  const message = `/cwd: the conversation ${session.id} works in ${session.cwd}. Omit it or start another conversation`;
  throw new ParleyError({ code: "bad_input", message });
}

async function createConversation(
  hub: Hub,
  request: SendMessageRequest,
  prompt: readonly ContentBlock[],
  { contextId, named, caller }: { readonly contextId: string; readonly named?: string | undefined } & Sender,
): Promise<HubSession> {
  const cwd = cwdOf(request);
  const routed = named === undefined ? await hub.routing.route(toText(prompt)) : undefined;
  const session = await hub.sessions.create({
    agent: named ?? routed?.agent,
    ...(contextId !== "" && { id: contextId }),
    ...(cwd !== undefined && { cwd }),
    ...keyMessage(request, caller),
  });
  if (routed !== undefined && session.lastSeq === 0) {
    const { agent, modeId, confidence, reasoning } = routed;
    const body = { agent, confidence, reasoning, ...(modeId !== undefined && { modeId }) };
    await hub.sessions.record(session.id, { type: "routed", ...body });
  }
  return session;
}

async function findAgent(
  hub: Hub,
  { tenant, metadata, message }: SendMessageRequest,
  endpoint: string | undefined,
): Promise<string | undefined> {
  const said = [message?.metadata, metadata].flatMap((fields) => [
    fields?.["agent"],
    fields?.["skill"],
    fields?.["skillId"],
  ]);
  const name = said.find((value): value is string => typeof value === "string" && value !== "") ?? endpoint ?? tenant;
  if (name === "" || name === AUTO) return name || undefined;
  return (await hub.agents.get(name)).name;
}

async function findSession(hub: Hub, id: string): Promise<HubSession | undefined> {
  try {
    return await hub.sessions.get(id);
  } catch (error) {
    if (error instanceof ParleyError && error.code === "session_not_found") return undefined;
    throw error;
  }
}

function toText(prompt: readonly ContentBlock[]): string {
  return prompt.map((block) => (!isUnknown(block) && block.type === "text" ? block.text : "")).join("\n");
}
