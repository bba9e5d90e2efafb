// Replies whose JSON already exists: HTTP sends it unchanged instead of serialising it again.
const texts = new WeakMap<object, () => string>();

export function withText<Reply extends object>(reply: Reply, text: () => string): Reply {
  texts.set(reply, text);
  return reply;
}

export function textOf(reply: object): string | undefined {
  return texts.get(reply)?.();
}
