// Traffic of five real agents: every frame decodes without loss, and all of it passes our client in order.
import { methods, type MethodName } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { readRecordings, type RecordedLine } from "./recording.ts";
import { replay } from "./replay.ts";

const recordings = readRecordings();

it("has the five recordings", () => {
  expect(recordings.map(({ name }) => name)).toEqual(["claude-zed", "codex", "gemini", "goose", "opencode"]);
});

describe.each(recordings)("the recording of $name", ({ conversations }) => {
  it("decodes frame by frame, with nothing lost and nothing repaired", () => {
    const frames = conversations.flatMap(decodeConversation);
    expect(frames.length).toBeGreaterThan(100);
    for (const { raw, decoded } of frames) expect(decoded).toEqual({ ok: true, value: raw, repairs: [] });
  });

  it("passes our client in order, and is answered as it was", async () => {
    for (const conversation of conversations) {
      const { heard, sent, answers, recordedAnswers, problems } = await replay(conversation);
      expect(heard).toEqual(sent);
      expect(answers).toEqual(recordedAnswers);
      expect(problems).toEqual([]);
    }
  });
});

interface DecodedFrame {
  readonly raw: unknown;
  readonly decoded: unknown;
}

function decodeConversation(lines: readonly RecordedLine[]): DecodedFrame[] {
  const asked = new Map<string, MethodName>();
  return lines.flatMap(({ from, frame: { id, method, params, result } }): DecodedFrame[] => {
    if (method === undefined) {
      const answered = asked.get(`${from === "client" ? "agent" : "client"} ${String(id)}`);
      if (answered === undefined || result === undefined) return [];
      // Null stands for an empty object in many agents; connections read it so.
      const raw = result ?? {};
      return [{ raw, decoded: methods[answered].result?.(structuredClone(raw)) }];
    }
    if (!isKnown(method)) return [];
    asked.set(`${from} ${String(id)}`, method);
    return [{ raw: params, decoded: methods[method].params(structuredClone(params)) }];
  });
}

function isKnown(method: unknown): method is MethodName {
  return typeof method === "string" && Object.hasOwn(methods, method);
}
