// Reads the lists of a server page by page; an invalid entry does not affect the others.
import { isObject } from "@parley/base";
import { messageOf } from "../text/sentences.ts";
import type { ListedPrompt, ListedResource, ListedTool, Lists, PromptArgument } from "./connection.ts";
import { MCP_DESCRIPTION_CHARS_MAX, MCP_SCHEMA_CHARS_MAX, type McpLimits } from "../mcp-limits.ts";

export type ListMethod = "tools/list" | "prompts/list" | "resources/list" | "resources/templates/list";
/** One page; undefined if the server has no such list. */
export type FetchPage = (method: ListMethod, cursor: string | undefined) => Promise<unknown>;

type Fields = Readonly<Record<string, unknown>>;

export async function readLists(fetchPage: FetchPage, limits: McpLimits): Promise<Lists> {
  const remarks: string[] = [];
  const read = async <Item>(method: ListMethod, field: string, parse: (item: Fields) => Item | string, max: number) => {
    const { items, isCut } = await readPages((cursor) => fetchPage(method, cursor), field, max, limits.listPagesMax);
    if (isCut) remarks.push(`It offers too many ${field}; only the first ${items.length} are used`);
    return items.flatMap((item) => {
      const parsed = isObject(item) ? parse(item) : "is not an object";
      if (typeof parsed !== "string") return [parsed];
      remarks.push(`One of its ${field} was skipped: it ${parsed}`);
      return [];
    });
  };
  /** Only tools are essential; a server without the rest is still useful. */
  const readIfAble = async <Item>(...args: Parameters<typeof read<Item>>): Promise<Item[]> =>
    read(...args).catch((error: unknown) => {
      remarks.push(`Its ${args[1]} could not be listed: ${messageOf(error)}`);
      return [];
    });
  const [tools, prompts, resources, templates] = await Promise.all([
    read("tools/list", "tools", parseTool, limits.toolsMax),
    readIfAble("prompts/list", "prompts", parsePrompt, limits.promptsMax),
    readIfAble("resources/list", "resources", parseResource, limits.resourcesMax),
    readIfAble("resources/templates/list", "resourceTemplates", parseTemplate, limits.resourcesMax),
  ]);
  return { tools, prompts, resources: [...resources, ...templates], remarks };
}

async function readPages(
  fetchPage: (cursor: string | undefined) => Promise<unknown>,
  field: string,
  itemsMax: number,
  pagesMax: number,
): Promise<{ readonly items: readonly unknown[]; readonly isCut: boolean }> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await fetchPage(cursor);
    if (!isObject(answer)) return { items, isCut: false };
    const found = answer[field];
    if (Array.isArray(found)) items.push(...(found as unknown[]).slice(0, itemsMax + 1 - items.length));
    if (items.length > itemsMax) return { items: items.slice(0, itemsMax), isCut: true };
    const next = answer["nextCursor"];
    // A repeated cursor would loop forever.
    if (typeof next !== "string" || next === "" || seen.has(next)) return { items, isCut: false };
    seen.add(next);
    cursor = next;
  }
  return { items, isCut: true };
}

function parseTool(fields: Fields): ListedTool | string {
  const name = textIn(fields, "name");
  if (name === undefined) return "has no name";
  const inputSchema = parseSchema(fields["inputSchema"]);
  if (typeof inputSchema === "string") return `(${JSON.stringify(name.slice(0, 80))}) ${inputSchema}`;
  const hints = isObject(fields["annotations"]) ? fields["annotations"] : {};
  const isReadOnly = hints["readOnlyHint"] === true;
  return {
    name,
    title: textIn(fields, "title") ?? textIn(hints, "title"),
    description: textIn(fields, "description")?.slice(0, MCP_DESCRIPTION_CHARS_MAX) ?? "",
    inputSchema,
    isReadOnly,
    isDestructive: !isReadOnly && hints["destructiveHint"] === true,
  };
}

/** Providers require an object with properties, even if it is empty. */
function parseSchema(schema: unknown): Fields | string {
  if (schema !== undefined && !isObject(schema)) return "has an invalid schema";
  if (JSON.stringify(schema ?? {}).length > MCP_SCHEMA_CHARS_MAX) return "has a schema that is too large";
  const { $schema: _, ...rest } = schema ?? {};
  const properties = isObject(rest["properties"]) ? rest["properties"] : {};
  return { ...rest, type: "object", properties };
}

function parsePrompt(fields: Fields): ListedPrompt | string {
  const name = textIn(fields, "name");
  if (name === undefined) return "has no name";
  const list = Array.isArray(fields["arguments"]) ? (fields["arguments"] as unknown[]) : [];
  return {
    name,
    title: textIn(fields, "title"),
    description: textIn(fields, "description")?.slice(0, MCP_DESCRIPTION_CHARS_MAX) ?? "",
    arguments: list.filter(isObject).flatMap(parseArgument),
  };
}

function parseArgument(fields: Fields): PromptArgument[] {
  const name = textIn(fields, "name");
  if (name === undefined) return [];
  return [{ name, description: textIn(fields, "description"), isRequired: fields["required"] === true }];
}

function parseResource(fields: Fields): ListedResource | string {
  return toResource(fields, textIn(fields, "uri"), false);
}

function parseTemplate(fields: Fields): ListedResource | string {
  return toResource(fields, textIn(fields, "uriTemplate"), true);
}

function toResource(fields: Fields, uri: string | undefined, isTemplate: boolean): ListedResource | string {
  if (uri === undefined) return "has no URI";
  return {
    uri,
    name: textIn(fields, "name") ?? uri,
    title: textIn(fields, "title"),
    description: textIn(fields, "description")?.slice(0, MCP_DESCRIPTION_CHARS_MAX) ?? "",
    isTemplate,
  };
}

function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
