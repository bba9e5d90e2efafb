// What a person wishes, sent to the extension; each wish is answered once.
import type { ChatPort } from "@parley/chat-ui";
import type { ChatWishes, MessageToView, WishName } from "../protocol/chat-protocol.ts";
import { toHost } from "./vscode-api.ts";

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const pending = new Map<number, Pending>();
let count = 0;

export function wish<Name extends WishName>(
  name: Name,
  ...args: Parameters<NonNullable<ChatWishes[Name]>>
): ReturnType<NonNullable<ChatWishes[Name]>> {
  count += 1;
  const id = count;
  const reply = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }));
  toHost({ type: "wish", id, name, args });
  return reply as ReturnType<NonNullable<ChatWishes[Name]>>;
}

export function answered({ id, result }: Extract<MessageToView, { readonly type: "reply" }>): void {
  const asked = pending.get(id);
  pending.delete(id);
  if (result.error === undefined) asked?.resolve(result.value);
  else asked?.reject(new Error(result.error.message));
}

/** For wishes whose failure the extension shows itself. */
function ignore(done: Promise<unknown>): void {
  done.catch(() => undefined);
}

export const port: ChatPort = {
  send: (prompt, options) => wish("send", prompt, options),
  stop: () => ignore(wish("stop")),
  prepare: () => ignore(wish("prepare")),
  findFiles: (query) => wish("findFiles", query),
  toMentions: (text) => wish("toMentions", text),
  readSession: (id) => wish("readSession", id),
  choose: (pickerId, value) => wish("choose", pickerId, value),
  editQueued: (turnId, text) => wish("editQueued", turnId, text),
  moveQueued: (turnId, place) => wish("moveQueued", turnId, place),
  sendQueuedNow: (turnId) => wish("sendQueuedNow", turnId),
  withdrawQueued: (turnId) => wish("withdrawQueued", turnId),
  answerPermission: (id, reply) => wish("answerPermission", id, reply),
  answerElicitation: (id, reply) => wish("answerElicitation", id, reply),
  forkAt: (prompt) => wish("forkAt", prompt),
  rewindTo: (prompt) => wish("rewindTo", prompt),
};
