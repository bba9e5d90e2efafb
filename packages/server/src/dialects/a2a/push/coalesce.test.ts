// Fewer notifications for the same news.
import { TaskState, type StreamResponse } from "@a2a-js/sdk";
import { expect, it } from "vitest";
import { artifactPayload, statusPayload } from "../messages.ts";
import { coalesce } from "./coalesce.ts";
import { dataPart, textPart } from "../parts.ts";

const ids = { taskId: "t", contextId: "c" };

function piece(id: string, text: string, isAppended: boolean, isLast = false): StreamResponse {
  return { payload: artifactPayload(ids, { id, name: "message", parts: [textPart(text)], isAppended, isLast }) };
}

it("joins consecutive pieces of one artifact, and nothing else", () => {
  const status = { payload: statusPayload(ids, { state: TaskState.TASK_STATE_WORKING, atMs: 0 }) };
  const data = {
    payload: artifactPayload(ids, { id: "b", name: "message", parts: [dataPart(1)], isAppended: true, isLast: true }),
  };
  const told = [piece("a", "one ", false), piece("a", "two", true), piece("a", "", true, true), status];
  const merged = coalesce([...told, piece("b", "x", false), data, piece("c", "y", false), piece("a", "z", true)]);
  expect(merged).toEqual([
    {
      payload: artifactPayload(ids, {
        id: "a",
        name: "message",
        parts: [textPart("one two")],
        isAppended: false,
        isLast: true,
      }),
    },
    status,
    {
      payload: artifactPayload(ids, {
        id: "b",
        name: "message",
        parts: [textPart("x"), dataPart(1)],
        isAppended: false,
        isLast: true,
      }),
    },
    piece("c", "y", false),
    piece("a", "z", true),
  ]);
});
