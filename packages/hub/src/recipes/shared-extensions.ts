// MCP servers for a recipe that is shared: without credentials and personal settings.
import { isUnknown, type McpServer } from "@parley/acp";
import { redact } from "@parley/policy";

/** All environment variables and headers are removed, because any of them may be a secret. */
export function toSharedExtensions(servers: readonly McpServer[]): readonly McpServer[] {
  return servers.flatMap((server): McpServer[] => {
    if (isUnknown(server)) return [];
    if (server.type === "http" || server.type === "sse") {
      const { type, name, url } = server;
      return [{ type, name, url: withoutSecrets(url), headers: [] }];
    }
    const { name, command, args } = server;
    return [{ name, command, args: args.map((arg, index) => hideSecret(arg, args[index - 1])), env: [] }];
  });
}

/** Without credentials, and without query parameters whose names suggest a secret. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return redact(address);
  const url = new URL(address);
  url.username = "";
  url.password = "";
  const secret = Array.from(url.searchParams).filter(
    ([name, value]) => redact(`${name}=${value}`) !== `${name}=${value}`,
  );
  for (const [name] of secret) url.searchParams.delete(name);
  return redact(url.href);
}

/** `--token`, `secret` are two arguments. */
function hideSecret(arg: string, before: string | undefined): string {
  const hidden = redact(arg);
  const isValue = before !== undefined && /^--?[\w-]+$/.test(before) && !arg.startsWith("-");
  if (hidden !== arg || !isValue) return hidden;
  const pair = `${before} ${arg}`;
  return redact(pair) === pair ? arg : "…";
}
