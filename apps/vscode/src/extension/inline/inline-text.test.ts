import { describe, expect, it } from "vitest";
import type { TranscriptItem } from "@parley/acp/transcript";
import { findCode, toInlineComments } from "./inline-text.ts";

const ENGLISH = { t: (text: string) => text };
let id = 0;
const base = () => ({ id: (id += 1), seq: id, at: 0 });
const said = (type: "user_message" | "agent_message", text: string): TranscriptItem => ({
  ...base(),
  type,
  messageId: null,
  blocks: [{ type: "text", text }],
  trimmedChars: 0,
});
const call = (title: string): TranscriptItem => ({
  ...base(),
  type: "tool_call",
  toolCallId: `call-${id}`,
  title,
  name: null,
  kind: "read",
  status: "completed",
  content: [],
  locations: [],
  rawInput: undefined,
  rawOutput: undefined,
  meta: null,
});

describe("an inline chat as comments", () => {
  it("has a comment for each prompt, and one for all that the agent did until the next", () => {
    const items = [
      said("user_message", "Why?"),
      call("Read a.ts"),
      call("Read b.ts"),
      said("agent_message", "Because."),
      said("user_message", "And?"),
    ];
    expect(toInlineComments(items, "/f", ENGLISH)).toEqual([
      { isPerson: true, text: "Why?" },
      { isPerson: false, text: "- `Read a.ts`: done\n- `Read b.ts`: done\n\nBecause." },
      { isPerson: true, text: "And?" },
    ]);
  });

  it("loads no image, wherever the agent writes it, and lets no title break out of its row", () => {
    const [one] = toInlineComments(
      [said("agent_message", "![x](https://a.test/p.png) and `![y][z]`")],
      undefined,
      ENGLISH,
    );
    expect(one?.text).not.toContain("![");
    const [row] = toInlineComments([call("a` ![x](https://a.test/p.png)\n# b")], undefined, ENGLISH);
    expect(row?.text).not.toMatch(/!\[|\n/);
    expect(row?.text.match(/`/g)).toHaveLength(2);
  });

  it("ends with why the turn ended, unless it simply did", () => {
    const stop = (error: string | null): TranscriptItem => ({
      ...base(),
      type: "stop",
      stopReason: error === null ? "end_turn" : null,
      error: error === null ? null : { code: -32603, message: error },
      usage: null,
    });
    expect(toInlineComments([stop(null)], undefined, ENGLISH)).toEqual([]);
    expect(toInlineComments([stop("no model")], undefined, ENGLISH)[0]?.text).toBe("*The turn failed: no model*");
  });

  it("finds the last block of code that the agent wrote", () => {
    const items = [
      said("agent_message", "One:\n```ts\na\n```\nTwo:\n```\nb\n\nc\n```\nDone."),
      said("user_message", "```\nx\n```"),
    ];
    expect(findCode(toInlineComments(items, undefined, ENGLISH))).toBe("b\n\nc\n");
    expect(findCode(toInlineComments([said("agent_message", "`no block`")], undefined, ENGLISH))).toBeUndefined();
  });
});
