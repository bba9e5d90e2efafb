// Describes a file request for a question: its path, and for a write the change.
import type { ToolCallContent, ToolCallUpdate } from "@parley/acp";
import { createId, ParleyError } from "@parley/base";
import type { PathFacts } from "@parley/policy";
import type { Gate } from "../gate/gate.ts";
import { SHOWN_TEXT_CHARS_MAX } from "../../limits.ts";
import type { TextFiles } from "./file-system.ts";

export function describeRead({ requested, real }: PathFacts): ToolCallUpdate {
  return {
    toolCallId: `parley-${createId()}`,
    kind: "read",
    title: `Read ${requested}`,
    locations: [{ path: real }],
    rawInput: { path: requested },
  };
}

export async function describeWrite(
  gate: Gate,
  files: TextFiles,
  facts: PathFacts,
  newText: string,
): Promise<ToolCallUpdate> {
  const { requested, real } = facts;
  return {
    toolCallId: `parley-${createId()}`,
    kind: "edit",
    title: `${facts.kind === "missing" ? "Create" : "Write"} ${requested}`,
    locations: [{ path: real }],
    content: await toContent(gate, files, facts, newText),
    rawInput: { path: requested },
  };
}

/** A diff, unless the old text is too long, not text, or not readable without approval. */
async function toContent(gate: Gate, files: TextFiles, facts: PathFacts, newText: string): Promise<ToolCallContent[]> {
  const path = facts.real;
  if (newText.length > SHOWN_TEXT_CHARS_MAX) return [text(`${newText.length} characters, too many to show`)];
  if (facts.kind === "missing") return [{ type: "diff", path, newText }];
  const oldText = await readOld(gate, files, facts);
  return oldText === undefined ? [text(newText)] : [{ type: "diff", path, oldText, newText }];
}

async function readOld(gate: Gate, files: TextFiles, facts: PathFacts): Promise<string | undefined> {
  const { requested: path, real } = facts;
  // What is shown is recorded in the log, which the agent may be able to read.
  const { verdict } = await gate.judge.consider({ request: { kind: "read", path }, facts });
  if (verdict !== "allow") return undefined;
  try {
    const { content } = await files.readTextFile({ path, decidedPath: real });
    return content.length > SHOWN_TEXT_CHARS_MAX ? undefined : content;
  } catch (error) {
    if (error instanceof ParleyError) return undefined;
    throw error;
  }
}

function text(value: string): ToolCallContent {
  return { type: "content", content: { type: "text", text: value } };
}
