// Content blocks in a few words: for what a surface does not show itself.
import { isUnknown, type ContentBlock } from "@parley/acp";
import { formatBytes, neutralLine, t } from "@parley/base";

export function describeContent(block: ContentBlock): string {
  if (isUnknown(block)) return `[${t("content of an unknown kind")}]`;
  switch (block.type) {
    case "text":
      return neutralLine(block.text);
    case "image":
    case "audio":
      return `[${block.type === "image" ? t("image") : t("audio")}: ${neutralLine(block.mimeType)}, ${formatBytes((block.data.length * 3) / 4)}]`;
    case "resource_link":
      return `[${neutralLine(block.title ?? block.name)}: ${neutralLine(block.uri)}]`;
    case "resource":
      return `[${neutralLine(block.resource.uri)}]`;
  }
}

/** The name alone: what goes with a prompt was chosen by the person, who knows where it is. */
export function describeAttachment(block: ContentBlock): string {
  if (block.type === "resource_link") return neutralLine(block.name);
  if (block.type !== "resource") return describeContent(block);
  return neutralLine(block.resource.uri.split("/").at(-1) ?? block.resource.uri);
}

/** The text of a message or a prompt, without what is not text. */
export function textOfBlocks(blocks: readonly ContentBlock[]): string {
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}
