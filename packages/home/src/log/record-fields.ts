// Parses what was stored about a session, in the first line of a log or in the index: `unknown` in, fields or nothing out.
import { isTime, isObject } from "@parley/base";
import type { SessionAgent } from "./session-store.ts";

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function timeOf(value: unknown): number | undefined {
  return isTime(value) ? value : undefined;
}

export function agentOf(value: unknown): SessionAgent | undefined {
  if (!isObject(value)) return undefined;
  const { name, title, command, args } = value;
  if (typeof name !== "string") return undefined;
  return {
    name,
    ...(typeof title === "string" && { title }),
    ...(typeof command === "string" && { command }),
    ...(Array.isArray(args) && args.every((arg) => typeof arg === "string") && { args }),
  };
}
