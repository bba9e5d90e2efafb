// Replies whose JSON is known already: HTTP sends it as it is instead of writing it again.
const texts = new WeakMap<object, () => string>();

export function withText<Reply extends object>(reply: Reply, text: () => string): Reply {
  texts.set(reply, text);
  return reply;
}

export function textOf(reply: object): string | undefined {
  return texts.get(reply)?.();
}
