// Reads a request's JSON field by field, and says what is wrong with it.
import { isObject } from "@parley/base";
import { BadRequest } from "../bad-request.ts";
import type { ChatMessage, Part } from "../conversation.ts";
import type { Body } from "./wire.ts";

export function toObject(value: unknown, name: string): Body {
  if (!isObject(value)) throw new BadRequest(`${name} must be an object`);
  return value;
}

export function toArray(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new BadRequest(`${name} must be an array`);
  return value as unknown[];
}

/** An array that may be left out. */
export function toList(value: unknown, name: string): readonly unknown[] {
  return value === undefined || value === null ? [] : toArray(value, name);
}

export function toText(value: unknown, name: string): string {
  if (typeof value !== "string") throw new BadRequest(`${name} must be a string`);
  return value;
}

export function toName(value: unknown, name: string): string {
  const text = toText(value, name);
  if (text === "") throw new BadRequest(`${name} must not be empty`);
  return text;
}

export function toOptionalNumber(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "number") throw new BadRequest(`${name} must be a number`);
  return value;
}

/** A `data:` address as an image; any other as one whose data is the address itself. */
export function toImage(url: string): Part {
  const [, mimeType, data] = /^data:([^;,]+)(?:;[^,]*)?,(.*)$/s.exec(url) ?? [];
  return { type: "image", mimeType, data: data ?? url };
}

/**
 * Every result needs its call, and every call its one result before the assistant continues: most real models insist.
 * `loose`: only the first.
 */
export function checkPairs(messages: readonly ChatMessage[], how: "strict" | "loose" = "strict"): void {
  const open = new Set<string>();
  let before: ChatMessage["role"] = "user";
  for (const { role, parts } of messages) {
    if (how === "strict" && role === "assistant" && before === "user") refuseOpen(open);
    before = role;
    for (const part of parts) {
      if (part.type === "call") open.add(part.id);
      if (part.type !== "result") continue;
      if (!open.has(part.callId))
        throw new BadRequest(`the result for the tool call ${part.callId} has no call before it`);
      if (how === "strict") open.delete(part.callId);
    }
  }
  if (how === "strict") refuseOpen(open);
}

function refuseOpen(open: ReadonlySet<string>): void {
  if (open.size > 0) throw new BadRequest(`tool calls without a result: ${[...open].join(", ")}`);
}
