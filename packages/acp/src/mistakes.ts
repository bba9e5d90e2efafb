// Values of the right types that cannot be meant: found for the hub and for our own agent in the same way.
import { isBase64 } from "@parley/base";
import type { ContentBlock, EnvVariable, HttpHeader, McpServer } from "./generated/types.ts";
import { isUnknown } from "./unknown.ts";

export interface Mistake {
  /** A JSON pointer, from the list that was checked. */
  readonly path: string;
  readonly problem: string;
}

/** In the content of a prompt. */
export function findContentMistake(blocks: readonly ContentBlock[]): Mistake | undefined {
  if (blocks.length === 0) return { path: "", problem: "is empty" };
  return findIn(blocks, findBlockMistake);
}

function findBlockMistake(block: ContentBlock): Mistake | undefined {
  if (isUnknown(block)) return { path: "/type", problem: "expected text, image, audio, resource_link or resource" };
  if (block.type !== "image" && block.type !== "audio") return undefined;
  const { type, data, mimeType } = block;
  if (data === "") return { path: "/data", problem: "is empty" };
  if (!isBase64(data)) return { path: "/data", problem: "is not base64" };
  if (!mimeType.toLowerCase().startsWith(`${type}/`))
    return { path: "/mimeType", problem: `must be a type of ${type}` };
  return undefined;
}

export function findServerMistake(servers: readonly McpServer[]): Mistake | undefined {
  return findIn(servers, (server) => {
    if (isUnknown(server)) return { path: "/type", problem: "must be stdio, http or sse" };
    if (server.name === "") return { path: "/name", problem: "must not be empty" };
    if ("url" in server) {
      if (!isHttpUrl(server.url)) return { path: "/url", problem: "must be an http or https URL" };
      return below("/headers", findIn(server.headers, findHeaderMistake));
    }
    if (server.command === "") return { path: "/command", problem: "must not be empty" };
    return below("/env", findIn(server.env, findVariableMistake));
  });
}

function findHeaderMistake({ name, value }: HttpHeader): Mistake | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return { path: "/name", problem: "is not the name of a header" };
  return /[\0\r\n]/.test(value) ? { path: "/value", problem: "must be one line" } : undefined;
}

function findVariableMistake({ name, value }: EnvVariable): Mistake | undefined {
  if (name === "" || /[=\0]/.test(name)) return { path: "/name", problem: "is not the name of a variable" };
  return value.includes("\0") ? { path: "/value", problem: "must not contain NUL" } : undefined;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function findIn<T>(list: readonly T[], find: (item: T) => Mistake | undefined): Mistake | undefined {
  for (const [index, item] of list.entries()) {
    const mistake = find(item);
    if (mistake !== undefined) return below(`/${index}`, mistake);
  }
  return undefined;
}

function below(path: string, mistake: Mistake | undefined): Mistake | undefined {
  return mistake && { ...mistake, path: path + mistake.path };
}
