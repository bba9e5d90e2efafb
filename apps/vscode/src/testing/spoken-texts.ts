// The texts of the packages that an extension is made of: those that go through `t`, and those of the chat's view that do not.
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import { rolldown } from "rolldown";

export interface SpokenText {
  readonly file: string;
  readonly text: string;
}

export interface SpokenTexts {
  readonly keys: readonly SpokenText[];
  /** Calls whose text cannot be found, or that come before there is a table. */
  readonly wrong: readonly SpokenText[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const root = join(import.meta.dirname, "../../../..");
/** What its arguments are. */
const TEXTS: ReadonlyMap<string, readonly [first: number, end: number]> = new Map([
  ["t", [0, 1]],
  ["tPlural", [1, 3]],
]);
const OWN = "packages/base/src/words.ts";

/** Of all packages and the extension. */
export function findSpokenTexts(): SpokenTexts {
  const folders = [...readdirSync(join(root, "packages")).map((name) => `packages/${name}/src`), "apps/vscode/src"];
  const found = folders.flatMap(listSources).filter((file) => file !== OWN && /\bt(Plural)?\(/.test(read(file)));
  const keys: SpokenText[] = [];
  const wrong: SpokenText[] = [];
  for (const file of found) {
    walk(parse(file), (node, parents) => {
      const range = TEXTS.get(calleeOf(node));
      if (range === undefined) return;
      const texts = (node["arguments"] as readonly Node[]).slice(...range).map(literalOf);
      const isLate = parents.some(({ type }) => /Function/.test(type));
      if (!isLate || texts.includes(undefined)) wrong.push({ file, text: read(file).slice(node.start, node.end) });
      keys.push(...texts.flatMap((text) => (text === undefined ? [] : { file, text })));
    });
  }
  return { keys, wrong };
}

/** Words in the modules of the chat's view that go past `t`: between tags, in attributes that are read, in other literals. */
export async function findUnspokenTexts(): Promise<readonly SpokenText[]> {
  const files = (await listViewSources()).filter((file) =>
    /^(packages\/(chat-ui|chat-model)\/|apps\/vscode\/src\/(webview|protocol)\/)/.test(file),
  );
  return files.flatMap((file) => {
    const found: SpokenText[] = [];
    walk(parse(file), (node, parents) => {
      const text = shownTextOf(node);
      const isShown = node.type === "JSXText" || parents.at(-1)?.type === "JSXAttribute";
      if (
        text !== undefined &&
        (isShown ? /[A-Za-z]{2}/ : WORDS).test(text) &&
        !parents.some((parent) => isSilent(parent, node))
      ) {
        found.push({ file, text: text.trim() });
      }
    });
    return found;
  });
}

/** What is in the bundle, with everything that is loaded later. */
async function listViewSources(): Promise<readonly string[]> {
  const bundle = await rolldown({
    input: join(root, "apps/vscode/src/webview/main.ts"),
    logLevel: "silent",
    resolve: { conditionNames: ["parley:source", "browser", "module", "import", "default"] },
    plugins: [{ name: "no-styles", load: (id) => (id.endsWith(".css") ? { code: "", moduleType: "js" } : null) }],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const used = output.flatMap((chunk) => (chunk.type === "chunk" ? Object.entries(chunk.modules) : []));
  const files = used.flatMap(([file, { renderedLength }]) => (renderedLength > 0 ? relative(root, file) : []));
  return [...new Set(files)].filter((file) => !file.includes("node_modules"));
}

function listSources(folder: string): readonly string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)).map((name) => `${folder}/${name}`);
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function parse(file: string): Node {
  return parseSync(file, read(file)).program as unknown as Node;
}

function walk(node: unknown, see: (node: Node, parents: readonly Node[]) => void, parents: readonly Node[] = []): void {
  if (Array.isArray(node)) for (const one of node) walk(one, see, parents);
  else if (isNode(node)) {
    see(node, parents);
    for (const field of Object.values(node)) walk(field, see, [...parents, node]);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function calleeOf(node: Node): string {
  const callee = node["callee"];
  return node.type === "CallExpression" && isNode(callee) ? nameOf(callee) : "";
}

function nameOf({ name }: Node): string {
  return typeof name === "string" ? name : "";
}

function literalOf(node: Node): string | undefined {
  return node.type === "Literal" && typeof node["value"] === "string" ? node["value"] : undefined;
}

function shownTextOf(node: Node): string | undefined {
  if (node.type === "JSXText") return String(node["value"]);
  if (node.type === "TemplateElement") return (node["value"] as { readonly raw: string }).raw;
  return literalOf(node);
}

/** Two words, or one that begins like a sentence. */
const WORDS = /[A-Za-z]{2,} [A-Za-z]{2,}|^\s*[A-Z][a-z]+[ .…:!?]*\s*$/;

const SILENT_CALLS = new Set(["t", "tPlural", "Error", "RegExp"]);
const SILENT_TYPES = /^(Import|TS)/;
const READ_ATTRIBUTES = new Set(["aria-label", "title", "placeholder", "alt", "label", "text", "message", "slow"]);

/** What nobody reads: a class, a key, a type, an error of a programmer. */
function isSilent(parent: Node, node: Node): boolean {
  if (parent.type === "JSXAttribute") {
    const name = (parent["name"] as { readonly name: string }).name;
    return !READ_ATTRIBUTES.has(name) && !name.startsWith("on");
  }
  if (parent.type === "CallExpression" || parent.type === "NewExpression") {
    const callee = parent["callee"];
    return isNode(callee) && SILENT_CALLS.has(nameOf(callee));
  }
  // Of a module.
  if (parent["source"] === node) return true;
  if (parent.type === "Property") return parent["key"] === node;
  // Keys of the keyboard, kinds of messages.
  if (parent.type === "BinaryExpression") return (parent["right"] as Node) === node;
  return SILENT_TYPES.test(parent.type) && parent.type !== "TSAsExpression" && parent.type !== "TSSatisfiesExpression";
}
