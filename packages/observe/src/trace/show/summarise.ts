// Summarises a frame in one line, for the timeline and for messages.
import { isObject, toOneLine } from "@parley/base";
import { fieldsOf, type Fields, type PlacedFrame } from "../conversation.ts";
import { SUMMARY_CHARS_MAX } from "../../limits.ts";

/** Empty if the method says everything. */
export function summarise(placed: PlacedFrame, titles: ReadonlyMap<string, string> = new Map()): string {
  const { kind, frame, error } = placed;
  if (kind === "text")
    return frame.isCut ? `too large to be kept: ${short(frame.text)}` : `no JSON: ${short(frame.text)}`;
  if (kind === "invalid") return `no message: ${short(frame.raw)}`;
  if (kind === "response") return error === undefined ? summariseResult(placed) : summariseError(error);
  if (placed.updateKind !== undefined) return summariseUpdate(placed.updateKind, withTitle(placed.update, titles));
  return summariseParams(placed.method ?? "", placed.params);
}

/** An update identifies its call by id; users know it by its title. */
function withTitle(update: Fields, titles: ReadonlyMap<string, string>): Fields {
  const { toolCallId, title } = update;
  const isUntitled = title === undefined || title === null;
  const known = typeof toolCallId === "string" && isUntitled ? titles.get(toolCallId) : undefined;
  return known === undefined ? update : { ...update, title: known };
}

type Summarise = (fields: Fields) => string;

const PARAMS: Readonly<Record<string, Summarise>> = {
  initialize: ({ protocolVersion, clientInfo }) =>
    words(`version ${text(protocolVersion)}`, implementation(clientInfo)),
  authenticate: ({ methodId }) => text(methodId),
  "session/new": ({ cwd, mcpServers }) => words(text(cwd), servers(mcpServers)),
  "session/load": ({ cwd }) => text(cwd),
  "session/resume": ({ cwd }) => text(cwd),
  "session/fork": ({ cwd }) => text(cwd),
  "session/prompt": ({ prompt }) => blocks(prompt),
  "session/set_mode": ({ modeId }) => text(modeId),
  "session/set_model": ({ modelId }) => text(modelId),
  "session/set_config_option": ({ configId, value }) => `${text(configId)} = ${text(value)}`,
  "session/request_permission": ({ toolCall, options, title }) => {
    const { title: toolTitle, toolCallId } = fieldsOf(toolCall);
    return words(
      text(toolTitle ?? title ?? toolCallId),
      `[${listOf(options)
        .map(({ optionId }) => text(optionId))
        .join(" ")}]`,
    );
  },
  "elicitation/create": ({ message }) => text(message),
  "fs/read_text_file": ({ path, line, limit }) => words(text(path), after("from line", line), after("lines:", limit)),
  "fs/write_text_file": ({ path, content }) => words(text(path), `${text(content).length} characters`),
  "terminal/create": ({ command, args }) => words(text(command), ...(Array.isArray(args) ? args.map(text) : [])),
  "terminal/output": ({ terminalId }) => text(terminalId),
  "terminal/wait_for_exit": ({ terminalId }) => text(terminalId),
  "terminal/kill": ({ terminalId }) => text(terminalId),
  "terminal/release": ({ terminalId }) => text(terminalId),
};

const RESULTS: Readonly<Record<string, Summarise>> = {
  initialize: ({ protocolVersion, agentInfo, info }) =>
    words(`version ${text(protocolVersion)}`, implementation(agentInfo ?? info)),
  "session/list": ({ sessions }) => `${listOf(sessions).length} sessions`,
  "session/prompt": ({ stopReason, usage }) => words(text(stopReason), tokens(usage)),
  "session/request_permission": ({ outcome }) => {
    const { outcome: word, optionId } = fieldsOf(outcome);
    return words(text(word), text(optionId));
  },
  "elicitation/create": ({ action }) => text(action),
  "fs/read_text_file": ({ content }) => `${text(content).length} characters`,
  "terminal/create": ({ terminalId }) => text(terminalId),
  "terminal/output": ({ output, truncated }) =>
    words(`${text(output).length} characters`, truncated === true ? "cut" : ""),
  "terminal/wait_for_exit": ({ exitCode, signal }) => words(`exit ${text(exitCode)}`, text(signal)),
};

const UPDATES: Readonly<Record<string, Summarise>> = {
  user_message_chunk: ({ content }) => block(content),
  agent_message_chunk: ({ content }) => block(content),
  agent_thought_chunk: ({ content }) => block(content),
  tool_call: describeCall,
  tool_call_update: describeCall,
  plan: ({ entries }) => {
    const all = listOf(entries);
    return `${all.filter(({ status }) => status === "completed").length} of ${all.length} done`;
  },
  available_commands_update: ({ availableCommands }) => `${listOf(availableCommands).length} commands`,
  current_mode_update: ({ currentModeId }) => text(currentModeId),
  config_option_update: ({ configOptions }) =>
    listOf(configOptions)
      .map(({ id, currentValue }) => `${text(id)}=${text(currentValue)}`)
      .join(" "),
  session_info_update: ({ title }) => text(title),
  usage_update: ({ used, size, cost }) => {
    const { amount, currency } = fieldsOf(cost);
    return words(`${text(used)} of ${text(size)}`, text(amount), text(currency));
  },
  notice: ({ severity, title }) => words(text(severity), text(title)),
  compaction_update: ({ status }) => text(status),
  state_update: ({ state, stopReason }) => words(text(state), text(stopReason)),
};

function summariseParams(method: string, params: Fields): string {
  const known = Object.hasOwn(PARAMS, method) ? PARAMS[method] : undefined;
  if (known !== undefined) return short(known(params));
  const { sessionId: _, ...rest } = params;
  return Object.keys(rest).length === 0 ? "" : short(JSON.stringify(rest));
}

function summariseResult({ method = "", result }: PlacedFrame): string {
  const known = Object.hasOwn(RESULTS, method) ? RESULTS[method] : undefined;
  if (known !== undefined) return short(known(fieldsOf(result)));
  const { sessionId: _, modes: _modes, models: _models, configOptions: _options, ...rest } = fieldsOf(result);
  return Object.keys(rest).length === 0 ? "" : short(JSON.stringify(rest));
}

function summariseUpdate(kind: string, update: Fields): string {
  const known = Object.hasOwn(UPDATES, kind) ? UPDATES[kind] : undefined;
  if (known !== undefined) return short(known(update));
  const { sessionUpdate: _, ...rest } = update;
  return short(JSON.stringify(rest));
}

function summariseError(error: unknown): string {
  const { code, message } = fieldsOf(error);
  return short(`error ${text(code)} ${text(message)}`);
}

function describeCall({ toolCallId, title, kind, status, content }: Fields): string {
  const shown = listOf(content).map(({ type, path, terminalId }) => words(text(type), text(path ?? terminalId)));
  return words(text(status), text(kind), text(title ?? toolCallId), shown.length === 0 ? "" : `(${shown.join(", ")})`);
}

function blocks(value: unknown): string {
  return listOf(value).map(block).join(" ");
}

function block(value: unknown): string {
  const { type, text: words_, mimeType, uri, resource } = fieldsOf(value);
  if (typeof words_ === "string") return words_;
  const { uri: inner } = fieldsOf(resource);
  return `[${words(text(type), text(mimeType), text(uri ?? inner))}]`;
}

function implementation(value: unknown): string {
  const { name, version } = fieldsOf(value);
  return words(text(name), text(version));
}

function servers(value: unknown): string {
  const names = listOf(value).map(({ name }) => text(name));
  return names.length === 0 ? "" : `with ${names.join(", ")}`;
}

function tokens(usage: unknown): string {
  const { totalTokens } = fieldsOf(usage);
  return typeof totalTokens === "number" ? `${totalTokens} tokens` : "";
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function text(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Empty without a value. */
function after(word: string, value: unknown): string {
  const shown = text(value);
  return shown === "" ? "" : `${word} ${shown}`;
}

function words(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

/** On one line. */
function short(value: string | undefined): string {
  return toOneLine(value ?? "", SUMMARY_CHARS_MAX);
}
