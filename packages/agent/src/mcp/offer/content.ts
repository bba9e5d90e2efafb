// Converts MCP content into parts for the model, and into content for clients that can show more.
import type { ContentBlock } from "@parley/acp";
import { isObject, quoteMaterial, formatBytes } from "@parley/base";
import type { FilePart, ImagePart, TextPart } from "../../models/message.ts";
import type { McpLimits } from "../../mcp-limits.ts";
import { TextBudget } from "./text-budget.ts";

export interface ReadContent {
  readonly parts: readonly (TextPart | ImagePart)[];
  /** Documents and audio, which only some models can read. */
  readonly files: readonly FilePart[];
  readonly blocks: readonly ContentBlock[];
}

type Fields = Readonly<Record<string, unknown>>;

export class ContentReader {
  readonly #limits: McpLimits;
  readonly #budget: TextBudget;
  readonly #parts: (TextPart | ImagePart)[] = [];
  readonly #files: FilePart[] = [];
  readonly #blocks: ContentBlock[] = [];
  #images = 0;

  constructor(limits: McpLimits) {
    this.#limits = limits;
    this.#budget = new TextBudget(limits.resultCharsMax);
  }

  add(item: unknown): void {
    if (!isObject(item)) return;
    if (item["type"] === "text") this.addText(textIn(item, "text"));
    else if (item["type"] === "image") this.#addImage(textIn(item, "data"), textIn(item, "mimeType"));
    else if (item["type"] === "audio") this.#addFile(textIn(item, "data"), textIn(item, "mimeType"), undefined);
    else if (item["type"] === "resource_link") this.#addLink(item);
    else if (item["type"] === "resource") this.addResource(item["resource"]);
    else this.addText(`[Content of an unknown type: ${JSON.stringify(item["type"])?.slice(0, 80)}]`);
  }

  addText(text: string): void {
    const taken = this.#budget.take(text);
    if (taken === "") return;
    this.#parts.push({ type: "text", text: taken });
    this.#blocks.push({ type: "text", text: taken });
  }

  /** The contents of a resource, embedded or read. */
  addResource(resource: unknown): void {
    if (!isObject(resource)) return;
    const uri = textIn(resource, "uri");
    const mimeType = textIn(resource, "mimeType");
    const blob = textIn(resource, "blob");
    if (blob !== "" && mimeType.startsWith("image/")) this.#addImage(blob, mimeType);
    else if (blob !== "") this.#addFile(blob, mimeType || "application/octet-stream", uri);
    else this.addText(quoteMaterial("resource", textIn(resource, "text"), ` uri=${JSON.stringify(uri)}`));
  }

  finish(): ReadContent {
    const note = this.#budget.note();
    if (note !== undefined) {
      this.#parts.push({ type: "text", text: note });
      this.#blocks.push({ type: "text", text: note });
    }
    return { parts: this.#parts, files: this.#files, blocks: this.#blocks };
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  #addImage(data: string, mimeType: string): void {
    const { resultImagesMax, resultDataCharsMax } = this.#limits;
    if (data.length > resultDataCharsMax) {
      this.addText(`[Image of ${describeSize(data)} omitted: too large]`);
    } else if (this.#images >= resultImagesMax) {
      this.addText(`[Image omitted: the maximum is ${resultImagesMax} images]`);
    } else {
      this.#images += 1;
      this.#parts.push({ type: "image", mimeType: mimeType || "image/png", data });
      this.#blocks.push({ type: "image", mimeType: mimeType || "image/png", data });
    }
  }

  /** The model gets a description; the client may play it. */
  #addFile(data: string, mimeType: string, uri: string | undefined): void {
    const name = uri === undefined ? "" : ` (${uri})`;
    const text = this.#budget.take(`[${mimeType || "A file"}${name}, ${describeSize(data)}: not readable as text]`);
    // Providers reject empty text.
    if (text === "") return;
    this.#parts.push({ type: "text", text });
    if (data.length > this.#limits.resultDataCharsMax || this.#files.length >= this.#limits.resultImagesMax) {
      this.#blocks.push({ type: "text", text });
      return;
    }
    this.#files.push({ type: "file", mimeType, data, name: uri });
    if (mimeType.startsWith("audio/")) this.#blocks.push({ type: "audio", mimeType, data });
    else this.#blocks.push({ type: "resource", resource: { uri: uri ?? "", mimeType, blob: data } });
  }

  #addLink(item: Fields): void {
    const uri = textIn(item, "uri");
    const name = textIn(item, "title") || textIn(item, "name") || uri;
    const description = textIn(item, "description");
    const text = this.#budget.take(`[Resource ${name}: ${uri}]${description === "" ? "" : ` ${description}`}`);
    if (text === "") return;
    this.#parts.push({ type: "text", text });
    this.#blocks.push({ type: "resource_link", uri, name, description: description || undefined });
  }
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** Size of the decoded data. */
function describeSize(base64: string): string {
  return formatBytes(Math.floor((base64.length * 3) / 4));
}
