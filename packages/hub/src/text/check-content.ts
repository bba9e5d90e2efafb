// Checks content that a client sent over any dialect: blocks that an agent can read, or an error that names the field.
import { isUnknown, type ContentBlock } from "@parley/acp";
import { decode } from "@parley/acp/decode";
import { isBase64 } from "@parley/base";
import { badField } from "@parley/planning";

/** `path` is the location of the blocks, as a JSON pointer. */
export function checkContent(blocks: readonly ContentBlock[], path: string): void {
  if (blocks.length === 0) throw badField({ path }, "is empty");
  for (const [index, block] of blocks.entries()) checkBlock(block, `${path}/${index}`);
}

function checkBlock(block: ContentBlock, path: string): void {
  // The decoder changes its input.
  const result = isUnknown(block) ? undefined : decode("ContentBlock", structuredClone(block));
  if (result?.ok === false) throw badField({ path: path + result.error.path }, `expected ${result.error.expected}`);
  if (result === undefined || isUnknown(result.value)) {
    throw badField({ path: `${path}/type` }, "expected text, image, audio, resource_link or resource");
  }
  const { value } = result;
  if (value.type === "image" || value.type === "audio") checkData({ path: `${path}/data` }, value.data);
}

function checkData(field: { readonly path: string }, data: string): void {
  if (data === "") throw badField(field, "is empty");
  if (!isBase64(data)) throw badField(field, "is not base64");
}
