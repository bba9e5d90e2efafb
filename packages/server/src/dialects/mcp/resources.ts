// Tools of an editor that are also resources: a tool without arguments may name a URI in `_meta.parley.resource`, and
// is called when an agent reads it.
import { isObject } from "@parley/base";
import type { EditorTool, EditorTools } from "@parley/hub";
import { RpcError } from "@parley/rpc";

/** MCP's error code for an unknown URI. */
const RESOURCE_NOT_FOUND = -32002;

interface ToolResource {
  readonly tool: string;
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

export function listResources(tools: readonly EditorTool[]): readonly Omit<ToolResource, "tool">[] {
  return tools.flatMap(toResource).map(({ tool: _tool, ...shown }) => shown);
}

/** Rejects if nothing has the URI, or the editor does not answer. */
export async function readResource(
  tools: EditorTools,
  sessionId: string,
  uri: unknown,
  signal: AbortSignal,
): Promise<object> {
  if (typeof uri !== "string") throw RpcError.invalidParams("uri: must be a string");
  const found = tools.list(sessionId).flatMap(toResource);
  const resource = found.find((one) => one.uri === uri);
  if (resource === undefined) {
    const known = found.map((one) => one.uri).join(", ") || "none";
    throw new RpcError(RESOURCE_NOT_FOUND, `uri: not a resource of this session's editor. It has: ${known}`);
  }
  const result = await tools.call({ sessionId, name: resource.tool, arguments: {} }, signal);
  const content: readonly unknown[] = isObject(result) && Array.isArray(result["content"]) ? result["content"] : [];
  const text = content.flatMap((block) => (isObject(block) && typeof block["text"] === "string" ? block["text"] : []));
  return { contents: [{ uri, mimeType: resource.mimeType, text: text.join("\n") }] };
}

function toResource({ name: tool, _meta: meta }: EditorTool & { readonly _meta?: unknown }): readonly ToolResource[] {
  const { parley } = isObject(meta) ? meta : {};
  const given = isObject(parley) ? parley["resource"] : undefined;
  if (!isObject(given)) return [];
  const { uri, name = tool, mimeType = "text/plain" } = given;
  if (typeof uri !== "string" || typeof name !== "string" || typeof mimeType !== "string") return [];
  return [{ tool, uri, name, mimeType }];
}
