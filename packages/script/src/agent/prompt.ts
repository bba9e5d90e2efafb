// The content of a prompt: text to play, and attachments.
import { isUnknown, type ContentBlock, type PromptCapabilities } from "@parley/acp";
import { RpcError } from "@parley/rpc";
import type { Block } from "./wire.ts";

/** Throws the error that the client gets if a block is of a type that the agent did not announce. */
export function checkPrompt(prompt: readonly ContentBlock[], capabilities: PromptCapabilities): Block[] {
  return prompt.map((block, index) => {
    const path = `/prompt/${index}`;
    if (isUnknown(block)) throw RpcError.invalidParams("unknown type of content", { path });
    if (!takes(block, capabilities)) {
      throw RpcError.invalidParams(`this agent takes no content of type ${block.type}`, { path });
    }
    return block;
  });
}

/** Every agent has to accept text and links. */
const NEEDED: Readonly<Partial<Record<Block["type"], "image" | "audio" | "embeddedContext">>> = {
  image: "image",
  audio: "audio",
  resource: "embeddedContext",
};

function takes({ type }: Block, capabilities: PromptCapabilities): boolean {
  const needed = NEEDED[type];
  return needed === undefined || capabilities[needed] === true;
}

export function toPromptText(blocks: readonly Block[]): string {
  return blocks.flatMap((block) => (block.type === "text" && !isHistory(block) ? [block.text] : [])).join("\n");
}

/** In the prompt's order; empty if there is nothing but text. */
export function describeAttachments(blocks: readonly Block[]): string {
  const names = blocks.filter((block) => block.type !== "text").map(toAttachmentName);
  return names.length === 0 ? "" : `Attached: ${names.join(", ")}`;
}

function toAttachmentName(block: Block): string {
  if (block.type === "resource_link") return block.name;
  return block.type === "resource" ? block.resource.uri : block.type;
}

/** A conversation from before this agent joined is not a script. */
function isHistory({ _meta }: { readonly _meta?: Readonly<Record<string, unknown>> | null | undefined }): boolean {
  const own = _meta?.["parley"];
  return typeof own === "object" && own !== null && "history" in own && own.history === true;
}
