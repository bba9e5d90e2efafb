// Converts a prompt to the content types that the agent accepts.
import { isUnknown, type ContentBlock, type EmbeddedResource, type Known } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { AgentQuirk } from "../agent-launch.ts";

type Block = Known<ContentBlock>;

/** The capability that images and audio require, and their name for people. */
const NEEDED = {
  image: { capability: "promptCapabilities.image", plural: "images" },
  audio: { capability: "promptCapabilities.audio", plural: "audio" },
} as const;

/** Throws `bad_input` for content that cannot be converted. */
export function toPromptBlocks(
  blocks: readonly ContentBlock[],
  supports: (capability: string) => boolean,
  agentTitle: string,
): Block[] {
  return blocks.map((block): Block => {
    if (isUnknown(block)) {
      throw new ParleyError({ code: "usage", message: "A prompt cannot contain content of an unknown type" });
    }
    if (block.type === "resource") {
      return supports("promptCapabilities.embeddedContext") ? block : unfold(block);
    }
    if (block.type === "image" || block.type === "audio") {
      const { capability, plural } = NEEDED[block.type];
      if (!supports(capability)) {
        const message = `The prompt was not sent: ${agentTitle} does not accept ${plural}`;
        const remedy = { label: `Remove the ${plural} or use another agent` };
        throw new ParleyError({ code: "bad_input", message, remedy });
      }
    }
    return block;
  });
}

/** Works around faults of the agent: what is sent differs from what is recorded. */
export function applyQuirks(prompt: Block[], quirks: readonly AgentQuirk[]): Block[] {
  const hasMedia = prompt.some(({ type }) => type === "image" || type === "audio");
  if (!hasMedia || !quirks.some(({ linksAsTextBesideMedia }) => linksAsTextBesideMedia)) return prompt;
  return prompt.map((block) => {
    const unfolded = block.type === "resource" ? unfold(block) : block;
    if (unfolded.type !== "resource_link") return unfolded;
    return { type: "text", text: `[${unfolded.title ?? unfolded.name}](${unfolded.uri})` };
  });
}

/** Every agent accepts text and links. */
function unfold({ resource }: Pick<EmbeddedResource, "resource">): Block {
  const { uri, mimeType } = resource;
  if ("text" in resource) {
    const fence = fenceFor(resource.text);
    return { type: "text", text: `${uri}\n${fence}\n${resource.text}\n${fence}` };
  }
  const name = uri.slice(uri.lastIndexOf("/") + 1) || uri;
  return { type: "resource_link", uri, name, ...(typeof mimeType === "string" && { mimeType }) };
}

/** Longer than any row of backticks inside. */
function fenceFor(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  return "`".repeat(longest + 1);
}
