// Converts between goose's extensions and ACP's MCP servers.
import { toFieldName, type McpServer } from "@parley/acp";
import { decode } from "@parley/acp/decode";
import { ParleyError } from "@parley/base";
import type { ExtensionConfig, NativeExtension, Reply } from "@parley/contract";
import type { HubSession } from "@parley/hub";
import { FieldError, withOwner } from "../input/field-error.ts";

interface GivenExtension {
  readonly config?: ExtensionConfig | undefined;
  readonly server?: { readonly [field: string]: unknown } | undefined;
}

/** A client's input, in either format. */
export function readExtension({ config, server }: GivenExtension): McpServer {
  if (config !== undefined) return withAddress("config.uri", fromConfig(config));
  if (server === undefined)
    throw new FieldError("config", "an extension is required: `config`, or `server` in ACP's format");
  const given = structuredClone(server);
  const result = decode("McpServer", given);
  if (!result.ok) {
    const { path, expected } = result.error;
    throw new FieldError(toFieldName(`/server${path}`, { server: given }), `expected ${expected}`);
  }
  if (!("name" in result.value)) throw new FieldError("server.type", "must be stdio, http or sse");
  return withAddress("server.url", result.value);
}

function withAddress(field: string, server: McpServer): McpServer {
  if ("url" in server && typeof server.url === "string" && !/^https?:$/.test(protocolOf(server.url)))
    throw new FieldError(field, "must be an http or https URL");
  return server;
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
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
