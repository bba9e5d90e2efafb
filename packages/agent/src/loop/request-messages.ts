// The conversation as it goes into a request: what a person said in several messages in a row is one, since many models insist on taking turns.
import type { Message, UserPart } from "../models/message.ts";

export function toRequestMessages(messages: readonly Message[]): readonly Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message.role === "user" && last?.role === "user") {
      const parts: UserPart[] = [...last.parts, ...message.parts];
      joined[joined.length - 1] = { role: "user", parts };
    } else joined.push(message);
  }
  return joined;
}
