// Converts between goose's extensions and ACP's MCP servers.
import { findServerMistake, toFieldName, type McpServer } from "@parley/acp";
import { decode } from "@parley/acp/decode";
import { isObject, ParleyError } from "@parley/base";
import type { ExtensionConfig, NativeExtension, Reply } from "@parley/contract";
import type { HubSession } from "@parley/hub";
import { FieldError, withOwner } from "../input/field-error.ts";

interface GivenExtension {
  readonly config?: ExtensionConfig | undefined;
  readonly server?: { readonly [field: string]: unknown } | undefined;
}

/** A client's input, in either format. */
export function readExtension({ config, server }: GivenExtension): McpServer {
  if (config !== undefined) return checked(fromConfig(config), nameInConfig);
  if (server === undefined)
    throw new FieldError("config", "an extension is required: `config`, or `server` in ACP's format");
  const given = structuredClone(server);
  const result = decode("McpServer", given);
  const toName = (path: string): string => toFieldName(`/server${path}`, { server: given });
  if (!result.ok) {
    const { path, expected } = result.error;
    throw new FieldError(toName(path), `expected ${expected}`);
  }
  return checked(result.value, toName);
}

function checked(server: McpServer, toName: (path: string, server: McpServer) => string): McpServer {
  const mistake = findServerMistake([server]);
  if (mistake === undefined) return server;
  throw new FieldError(toName(mistake.path.replace("/0", ""), server), mistake.problem);
}

/** Goose's names, where they differ. */
const CONFIG_NAMES: Readonly<Record<string, string>> = { command: "cmd", env: "envs", url: "uri" };

function nameInConfig(path: string, server: McpServer): string {
  const [, field = "", index] = path.split("/");
  const pairs: unknown = Object.entries(server).find(([name]) => name === field)?.[1];
  const pair: unknown = Array.isArray(pairs) ? pairs[Number(index)] : undefined;
  const key = isObject(pair) ? `.${String(pair["name"])}` : "";
  return `config.${CONFIG_NAMES[field] ?? field}${key}`;
}

/** For a list: an error names the position. */
export function readExtensions(given: readonly GivenExtension[]): McpServer[] {
  return given.map((one, index) => {
    try {
      return readExtension(one);
    } catch (error) {
      throw error instanceof ParleyError ? withOwner(`extensions.${index}`, error) : error;
    }
  });
}

function fromConfig(config: ExtensionConfig): McpServer {
  if (config.type === "stdio") {
    const { name, cmd, args, envs } = config;
    return { name, command: cmd, args, env: toPairs(envs) };
  }
  const { name, uri, headers } = config;
  return { type: config.type === "sse" ? "sse" : "http", name, url: uri, headers: toPairs(headers) };
}

/** Names of variables and headers. Their values are often secrets. */
export function toShownExtension(server: McpServer): NativeExtension {
  if (!("name" in server)) return { type: "unknown", name: "" };
  if (server.type === "http" || server.type === "sse") {
    const { name, url, headers } = server;
    const type = server.type === "http" ? "streamable_http" : "sse";
    return { type, name, uri: url, header_keys: headers.map((header) => header.name) };
  }
  const { name, command, args, env } = server;
  return { type: "stdio", name, cmd: command, args, env_keys: env.map((variable) => variable.name) };
}

export function showExtensions({ extensions }: Pick<HubSession, "extensions">): Reply<"sessions/extensions"> {
  return { extensions: extensions.map(toShownExtension) };
}

function toPairs(values: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
