// Converts a response for the model: Markdown, text, JSON, the page itself, or an image.
import { parseJson, formatBytes } from "@parley/base";
import type { IncomingMessage } from "node:http";
import type { ResultPart } from "../../models/message.ts";
import { cutBytes } from "../../text/cut.ts";
import { messageOf } from "../../text/sentences.ts";
import { convertPage } from "../html/to-markdown.ts";
import { decodeText } from "./decode-text.ts";
import { FETCH_BODY_BYTES_MAX, FETCH_ERROR_BYTES_MAX, WEB_IMAGE_BYTES_MAX } from "../../limits.ts";
import { parseMediaType, sniffMedium, sniffType, toMedium, type MediaType, type Medium } from "./media-type.ts";
import { readBody, type Body } from "./read-body.ts";

export const FORMATS = ["markdown", "text", "html", "json"] as const;
export type Format = (typeof FORMATS)[number];

export interface RenderOptions {
  readonly url: URL;
  /** Default: determined by the response. */
  readonly format: Format | undefined;
  readonly bytesMax: number;
  readonly signal: AbortSignal;
}

export interface Rendered {
  readonly title?: string | undefined;
  /** `text/html, 12.3 KiB`. */
  readonly what: string;
  readonly remarks: readonly string[];
  readonly part: ResultPart;
  readonly isError?: boolean;
}

export async function render(response: IncomingMessage, options: RenderOptions): Promise<Rendered> {
  const type = parseMediaType(response.headers["content-type"]);
  const said = toMedium(type.name);
  if (said === "binary") {
    response.destroy();
    return refuse(type.name, lengthOf(response));
  }
  const isFailed = (response.statusCode ?? 0) >= 400;
  const body = await readBody(response, isFailed && said !== "html" ? FETCH_ERROR_BYTES_MAX : FETCH_BODY_BYTES_MAX);
  const medium = said ?? sniffMedium(body.bytes);
  const what = `${type.name === "" ? "of no given type" : type.name}, ${formatBytes(body.bytes.length)}`;
  if (medium === "binary") return refuse(sniffType(body.bytes) ?? type.name, undefined);
  if (medium === "image") return renderImage(type, body, what);
  // A response may be declared as text without being text.
  const isWide = /^(?:utf-16|ucs-2|unicode)/i.test(type.charset ?? "");
  if (said !== undefined && !isWide && sniffMedium(body.bytes) === "binary")
    return refuse(`${type.name}, but not text`, undefined);
  return renderText(medium, body, { ...options, type, what });
}

type TextOptions = RenderOptions & { readonly type: MediaType; readonly what: string };

async function renderText(medium: Medium, body: Body, options: TextOptions): Promise<Rendered> {
  const { url, format, bytesMax, signal, what, type } = options;
  const { text: raw, remark } = decodeText(body.bytes, type.charset);
  const remarks = remark === undefined ? [] : [remark];
  if (body.isCut) remarks.push(`Only the first ${formatBytes(body.bytes.length)} were read.`);
  if (format === "json") return renderJson(raw, { what, remarks, bytesMax });
  if (medium !== "html" || format === "html") return { what, ...toPart(raw, bytesMax, remarks) };
  const page = await convertPage(raw, {
    baseUrl: url.href,
    format: format ?? "markdown",
    charsMax: bytesMax,
    signal,
  });
  if (page.text === "") remarks.push("The page has no readable content; it may need a browser.");
  return { title: page.title, what, ...toPart(page.text, bytesMax, remarks, page.isCut) };
}

function renderJson(
  raw: string,
  { what, remarks, bytesMax }: { what: string; remarks: string[]; bytesMax: number },
): Rendered {
  try {
    const value = parseJson(raw);
    return { what, ...toPart(JSON.stringify(value, undefined, 2), bytesMax, remarks) };
  } catch (error) {
    const all = [...remarks, `The response is not JSON (${messageOf(error)}). It is shown unchanged.`];
    return { what, isError: true, ...toPart(raw, FETCH_ERROR_BYTES_MAX, all) };
  }
}

function renderImage({ name }: MediaType, { bytes, isCut }: Body, what: string): Rendered {
  const mimeType = sniffType(bytes);
  if (mimeType?.startsWith("image/") !== true) return refuse(`${name}, in a form that cannot be shown`, bytes.length);
  if (isCut || bytes.length > WEB_IMAGE_BYTES_MAX)
    return refuse(mimeType, bytes.length, "an image larger than can be shown");
  return { what, remarks: [], part: { type: "image", mimeType, data: bytes.toString("base64") } };
}

function refuse(type: string, bytes: number | undefined, why = "not text"): Rendered {
  const what = `${type}${bytes === undefined ? "" : `, ${formatBytes(bytes)}`}`;
  const text = `This is ${why} (${what}), so it cannot be shown. Download it with a command if you need the file.`;
  return { what, remarks: [], isError: true, part: { type: "text", text } };
}

interface Cut {
  readonly part: ResultPart;
  readonly remarks: readonly string[];
}

function toPart(text: string, bytesMax: number, remarks: readonly string[], hasMore = false): Cut {
  const { text: kept, isCut } = cutBytes(text, bytesMax);
  const bytes = isCut ? bytesMax : Buffer.byteLength(kept);
  const more = `Truncated to the first ${formatBytes(bytes)} of text. Request more with bytes_max.`;
  return { part: { type: "text", text: kept }, remarks: isCut || hasMore ? [...remarks, more] : remarks };
}

function lengthOf(response: IncomingMessage): number | undefined {
  const length = Number(response.headers["content-length"] ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : undefined;
}
