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

type WishesOf = <Name extends WishName>(
  name: Name,
  ...args: Parameters<NonNullable<ChatWishes[Name]>>
) => ReturnType<NonNullable<ChatWishes[Name]>>;

/** What is not about a session. */
export const wish = wishesOf(undefined);

function wishesOf(sessionId: string | undefined): WishesOf {
  return (name, ...args) => {
    count += 1;
    const id = count;
    const reply = new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }));
    toHost({ type: "wish", id, sessionId, name, args });
    return reply as ReturnType<NonNullable<ChatWishes[typeof name]>>;
  };
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

/** Of a session, or of a new chat: what is wished there stays there, also if the view shows another session meanwhile. */
export function createPort(sessionId: string | undefined): ChatPort {
  const own = wishesOf(sessionId);
  return {
    send: (prompt, options) => own("send", prompt, options),
    stop: () => ignore(own("stop")),
    prepare: () => ignore(own("prepare")),
    findFiles: (query) => own("findFiles", query),
    findSymbols: (query) => own("findSymbols", query),
    toMentions: (text) => own("toMentions", text),
    readSession: (id) => own("readSession", id),
    choose: (pickerId, value) => own("choose", pickerId, value),
    editQueued: (turnId, text) => own("editQueued", turnId, text),
    moveQueued: (turnId, place) => own("moveQueued", turnId, place),
    sendQueuedNow: (turnId) => own("sendQueuedNow", turnId),
    withdrawQueued: (turnId) => own("withdrawQueued", turnId),
    answerPermission: (id, reply) => own("answerPermission", id, reply),
    answerElicitation: (id, reply) => own("answerElicitation", id, reply),
    forkAt: (prompt) => own("forkAt", prompt),
    rewindTo: (prompt) => own("rewindTo", prompt),
    sendAgain: (prompt) => own("sendAgain", prompt),
    openChanges: () => own("openChanges"),
    readDiff: ({ id }, part) => own("readDiff", id, part),
    applyDiff: ({ id }, part) => own("applyDiff", id, part),
    compareDiff: ({ id }, part) => own("compareDiff", id, part),
  };
}
