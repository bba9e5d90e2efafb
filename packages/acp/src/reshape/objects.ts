// Objects of another form, changed in place; each function says whether it found something to change.
import { isObject } from "@parley/base";
import type { Fields } from "../decode-trail.ts";
import { NO_TOOL_CALL_ID } from "../no-tool-call.ts";
import { copy, rename, unfold } from "./fields.ts";
import { resultToUpdate } from "./variants.ts";

/** `{text: {uri, text}}` → `{uri, text}`, and the same for `blob`. */
export function unfoldResource(fields: Fields): boolean {
  return unfold(fields, "text") || unfold(fields, "blob");
}

/** `{name, transport: {type, command}}` → `{name, type, command}`. */
export function unfoldTransport(fields: Fields): boolean {
  return unfold(fields, "transport");
}

/** `{type: "diff", diff: {path, newText}}` → `{type: "diff", path, newText}`. */
export function unfoldDiff(fields: Fields): boolean {
  return unfold(fields, "diff");
}

/** `{toolCallId, updates: {status}}` → `{toolCallId, status}`; the id stays where it was. */
export function unfoldUpdates(fields: Fields): boolean {
  const { sessionUpdate, toolCallId } = fields;
  if (!unfold(fields, "updates")) return false;
  fields["sessionUpdate"] = sessionUpdate;
  if (toolCallId !== undefined) fields["toolCallId"] = toolCallId;
  return true;
}

/** `{toolCall: {toolCallId, title}}` → `{toolCallId, title}`; a tool call with only an `id` and a `name` counts too. */
export function unfoldToolCall(fields: Fields): boolean {
  const { sessionUpdate } = fields;
  let isChanged = unfold(fields, "toolCall") || unfold(fields, "tool_call");
  fields["sessionUpdate"] = sessionUpdate;
  for (const name of ["tool_call_id", "id"]) {
    if (fields["toolCallId"] !== undefined || fields[name] === undefined) continue;
    rename(fields, name, "toolCallId");
    isChanged = true;
  }
  if (fields["title"] === undefined && fields["name"] !== undefined) {
    copy(fields, "name", "title");
    isChanged = true;
  }
  return isChanged;
}

/** The update of a `session/update` whose params hold it under `sessionUpdate`, or lie flat. */
export function gatherUpdate(fields: Fields): boolean {
  if (fields["update"] !== undefined) return false;
  const { sessionId: _sessionId, _meta, ...flat } = fields;
  const { sessionUpdate, type } = flat;
  const isNested = isObject(sessionUpdate);
  if (!isNested && typeof (sessionUpdate ?? type) !== "string") return false;
  for (const name of isNested ? ["sessionUpdate"] : Object.keys(flat)) delete fields[name];
  fields["update"] = isNested ? sessionUpdate : flat;
  return true;
}

/** A chunk whose content is the use of a tool, or its result, is an update of a tool call. */
export function toolBlockToUpdate(chunk: Fields): boolean {
  const { content: block } = chunk;
  if (!isObject(block) || typeof block["toolId"] !== "string") return false;
  const { type, toolId, toolName, input } = block;
  if (type !== "tool_use" && type !== "tool_result") return false;
  delete chunk["content"];
  const name = typeof toolName === "string" ? toolName : "Tool";
  const call = { sessionUpdate: "tool_call", toolCallId: toolId, title: name, name, status: "in_progress" };
  const update =
    type === "tool_result" ? resultToUpdate(block) : input === undefined ? call : { ...call, rawInput: input };
  Object.assign(chunk, update);
  return true;
}

export function readImageUrl(block: Fields): boolean {
  return readUrl(block, "imageUrl", "imageMime");
}

export function readAudioUrl(block: Fields): boolean {
  return readUrl(block, "audioUrl", "audioMime");
}

const DATA = "data:";
const BASE64 = ";base64";

/** A `data:` address is converted to its data; any other becomes a link. */
function readUrl(block: Fields, urlName: string, mimeName: string): boolean {
  const { [urlName]: url, mimeType, [mimeName]: otherMime } = block;
  if (typeof url !== "string") return false;
  delete block[urlName];
  delete block[mimeName];
  const comma = url.indexOf(",");
  const head = url.startsWith(DATA) && comma !== -1 ? url.slice(DATA.length, comma) : undefined;
  const type = mimeType ?? otherMime;
  if (head?.endsWith(BASE64)) {
    Object.assign(block, { data: url.slice(comma + 1), mimeType: type ?? head.slice(0, -BASE64.length) });
  } else Object.assign(block, { type: "resource_link", uri: url }, type === undefined ? {} : { mimeType: type });
  return true;
}

const NO_TITLE = "An action that the agent did not describe";

/** `{toolCallId, title, description, options: ["allow_once"]}`, or without any tool call. */
export function gatherToolCall(request: Fields): boolean {
  const { toolCall, toolCallId, title, description, options } = request;
  const isFlat = toolCall === undefined || toolCall === null;
  if (isFlat) {
    for (const name of ["toolCallId", "title", "description"]) delete request[name];
    const id = typeof toolCallId === "string" && toolCallId !== "" ? toolCallId : NO_TOOL_CALL_ID;
    const text = { type: "content", content: { type: "text", text: description } };
    const content = typeof description === "string" && description !== "" ? { content: [text] } : {};
    request["toolCall"] = { toolCallId: id, ...toTitle(title, id), ...content };
  }
  const hasPlain = Array.isArray(options) && options.some((option) => typeof option === "string");
  if (hasPlain) request["options"] = options.map(toOption);
  return isFlat || hasPlain;
}

/** A tool call that was announced has a title already. */
function toTitle(title: unknown, id: string): Fields {
  if (typeof title === "string" && title !== "") return { title };
  return id === NO_TOOL_CALL_ID ? { title: NO_TITLE } : {};
}

function toOption(option: unknown): unknown {
  return typeof option === "string" ? { optionId: option, kind: option } : option;
}

/** `{option}`: the option that was chosen, its id, or `cancelled`. */
export function gatherOutcome(response: Fields): boolean {
  const { outcome, option } = response;
  if (outcome !== undefined) return false;
  const optionId = isObject(option) ? option["optionId"] : option;
  if (typeof optionId !== "string") return false;
  delete response["option"];
  response["outcome"] = option === "cancelled" ? { outcome: "cancelled" } : { outcome: "selected", optionId };
  return true;
}
