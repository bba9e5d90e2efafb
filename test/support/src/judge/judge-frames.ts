// Judges a recorded conversation: every frame against JSON-RPC 2.0, the protocol's schema, and the frames before it.
import { isObject } from "@parley/base";
import { methods, type MethodName } from "@parley/acp";
import { validate } from "@parley/acp/strict";
import { isRequestId } from "@parley/rpc";
import type { RecordedFrame, Side } from "../record-frames.ts";
import { judgeFields } from "./field-rules.ts";
import { methodDefs, type MethodDefs } from "./schema.ts";

/** What is wrong, one line each, with the number of the frame (from 1); empty if all is well. */
export function judgeFrames(frames: readonly RecordedFrame[]): string[] {
  const unanswered = new Map<string, string>();
  return frames.flatMap(({ from, frame }, index) =>
    judgeFrame(from, frame, unanswered).map((fault) => `#${index + 1} ${from}: ${fault}`),
  );
}

function judgeFrame(from: Side, frame: unknown, unanswered: Map<string, string>): string[] {
  if (!isObject(frame)) return ["is not an object"];
  const { method, id, jsonrpc } = frame;
  const isAnswer = method === undefined && ("result" in frame || "error" in frame);
  const faults = isAnswer ? judgeAnswer(from, frame, unanswered) : noteCall(from, id, String(method), unanswered);
  if (jsonrpc !== "2.0") faults.push('jsonrpc is not "2.0"');
  if (isAnswer) return faults;
  if (typeof method !== "string") return [...faults, "method is not a string"];
  return [...faults, ...judgeKeys(frame, ["jsonrpc", "id", "method", "params"]), ...judgeCall(from, method, frame)];
}

/** Even a call that is wrong in some way is owed an answer if it has an id. */
function noteCall(from: Side, id: unknown, method: string, unanswered: Map<string, string>): string[] {
  if (id === undefined) return [];
  const key = keyOf(from, id);
  const isTaken = unanswered.has(key);
  unanswered.set(key, method);
  if (isTaken) return [`${method}: the id ${JSON.stringify(id)} is already in use`];
  return isRequestId(id) ? [] : [`${method}: the id is not a number, string or null`];
}

function judgeCall(from: Side, method: string, { id, params }: Record<string, unknown>): string[] {
  if (params !== undefined && (typeof params !== "object" || params === null))
    return [`${method}: params are not an object`];
  const known = methodDefs.get(method);
  if (known === undefined) return method.startsWith("_") || isLegacy(method) ? [] : [`${method}: unknown method`];
  if (known.side === from) return [`${method}: sent by the side that answers it`];
  const isNotification = known.params.endsWith("Notification");
  if (isNotification !== (id === undefined)) return [`${method}: is a ${isNotification ? "notification" : "request"}`];
  return judgeValue(method, known.params, params ?? {});
}

function judgeAnswer(from: Side, frame: Record<string, unknown>, unanswered: Map<string, string>): string[] {
  const { id, result, error } = frame;
  const faults = judgeKeys(frame, ["jsonrpc", "id", "result", "error"]);
  if ((result === undefined) === (error === undefined)) faults.push("has not exactly one of result and error");
  if (error !== undefined) faults.push(...judgeError(error));
  const key = keyOf(from === "client" ? "agent" : "client", id);
  const method = unanswered.get(key);
  // An error with id null may also answer something that could not be read.
  if (id === null && error !== undefined && method === undefined) return faults;
  unanswered.delete(key);
  if (method === undefined) return [...faults, `answers ${JSON.stringify(id)}, which was not asked`];
  const known: MethodDefs | undefined = methodDefs.get(method);
  if (result === undefined || known?.result === undefined) return faults;
  return [...faults, ...judgeValue(`the answer to ${method}`, known.result, result)];
}

function judgeError(error: unknown): string[] {
  if (!isObject(error)) return ["error is not an object"];
  const faults = judgeKeys(error, ["code", "message", "data"]);
  if (!Number.isInteger(error["code"])) faults.push("the error code is not an integer");
  if (typeof error["message"] !== "string") faults.push("the error has no message");
  return faults;
}

function judgeValue(what: string, defName: string, value: unknown): string[] {
  const result = validate(defName as Parameters<typeof validate>[0], value);
  const faults = result.ok ? [] : result.errors.map(({ path, message }) => `${what}: ${path} ${message}`);
  return [...faults, ...judgeFields(defName, value).map((fault) => `${what}: ${fault}`)];
}

function judgeKeys(value: object, allowed: readonly string[]): string[] {
  return Object.keys(value)
    .filter((key) => !allowed.includes(key))
    .map((key) => `has the field ${key}`);
}

function isLegacy(method: string): boolean {
  return Object.hasOwn(methods, method) && methods[method as MethodName].status === "legacy";
}

function keyOf(from: Side, id: unknown): string {
  return `${from} ${JSON.stringify(id)}`;
}
