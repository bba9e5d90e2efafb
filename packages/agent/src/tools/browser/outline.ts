// A page as text for the model: headings, texts, lists and tables, with a number for each interactive element.
import { isObject, type JsonObject as Node, truncate } from "@parley/base";
import { OUTLINE_CHARS_MAX, OUTLINE_DEPTH_MAX, PAGE_ADDRESS_CHARS_MAX, PAGE_LABEL_CHARS_MAX } from "../../limits.ts";

export interface Outline {
  readonly text: string;
  /** The browser's reference for each numbered element. */
  readonly references: ReadonlyMap<number, string>;
}

const USABLE = new Set([
  "button",
  "checkbox",
  "combobox",
  "link",
  "listbox",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "radio",
  "searchbox",
  "slider",
  "spinbutton",
  "switch",
  "tab",
  "textbox",
  "treeitem",
]);
const INLINE = new Set(["text", "emphasis", "strong", "code", "img", "superscript", "subscript", "time", "mark"]);
const STATES = ["checked", "disabled", "expanded", "pressed", "selected"] as const;

/** Reads the snapshot leniently and skips unexpected parts. */
export function toOutline(snapshot: unknown): Outline {
  const writer = new Writer();
  for (const node of toList(snapshot)) writer.node(node, 0, "");
  return writer.end();
}

class Writer {
  readonly #lines: string[] = [];
  readonly #references = new Map<number, string>();
  #line = "";
  #indent = "";
  #chars = 0;
  #isCut = false;

  node(node: unknown, depth: number, indent: string): void {
    if (this.#isCut || depth > OUTLINE_DEPTH_MAX) return;
    if (typeof node === "string") this.#say(node);
    else if (isObject(node)) this.#element(node, depth, indent);
  }

  end(): Outline {
    this.#break("");
    const note = this.#isCut ? ["[truncated: the page is longer]"] : [];
    return { text: [...this.#lines, ...note].join("\n"), references: this.#references };
  }

  #element(node: Node, depth: number, indent: string): void {
    const role = textOf(node, "role");
    if (USABLE.has(role) || (node["cursor"] === "pointer" && typeof node["ref"] === "string" && isLeaf(node))) {
      this.#usable(node, role);
      if (role === "combobox" || role === "listbox") this.#say(toOptions(node));
    } else if (role === "heading") {
      this.#break(indent);
      this.#say(`${"#".repeat(toLevel(node["level"]))} ${labelOf(node)}`);
      this.#children(node, depth, indent, (child) => isObject(child) && USABLE.has(textOf(child, "role")));
      this.#break(indent);
    } else if (role === "row") {
      this.#break(indent);
      for (const cell of toList(node["children"])) this.#cell(cell, depth, indent);
      this.#say("|");
      this.#break(indent);
    } else if (role === "listitem") {
      this.#break(indent);
      this.#say("-");
      this.#content(node, depth, `${indent}  `);
      this.#break(indent);
    } else if (role === "img") {
      if (labelOf(node) !== "") this.#say(`(image: ${labelOf(node)})`);
    } else if (INLINE.has(role)) this.#content(node, depth, indent);
    else {
      this.#break(indent);
      this.#content(node, depth, indent);
      this.#break(indent);
    }
  }

  #cell(cell: unknown, depth: number, indent: string): void {
    this.#say("|");
    if (isObject(cell)) this.#content(cell, depth + 1, indent);
    else this.node(cell, depth + 1, indent);
  }

  /** Prints the children of the element, or its label if it has none. */
  #content(node: Node, depth: number, indent: string): void {
    const children = toList(node["children"]);
    if (children.length === 0) this.#say(labelOf(node));
    else this.#children(node, depth, indent, () => true);
  }

  #children(node: Node, depth: number, indent: string, isMeant: (child: unknown) => boolean): void {
    for (const child of toList(node["children"])) if (isMeant(child)) this.node(child, depth + 1, indent);
  }

  #usable(node: Node, role: string): void {
    const reference = textOf(node, "ref");
    const label = labelOf(node);
    const states = STATES.filter((state) => node[state] === true || node[state] === "mixed");
    const value = role !== "link" && textOf(node, "name") !== "" ? textOf(node, "text") : "";
    const address = truncate(textOf(node, "url"), PAGE_ADDRESS_CHARS_MAX);
    let number = "";
    if (reference !== "") {
      this.#references.set(this.#references.size + 1, reference);
      number = `[${this.#references.size}] `;
    }
    const parts = [
      `${number}${role === "generic" || role === "" ? "clickable" : role}`,
      ...(label === "" ? [] : [JSON.stringify(label)]),
      ...(value === "" ? [] : [`= ${JSON.stringify(truncate(value, PAGE_LABEL_CHARS_MAX))}`]),
      ...(states.length === 0 ? [] : [`(${states.join(", ")})`]),
      ...(address === "" ? [] : [`→ ${address}`]),
    ];
    this.#say(parts.join(" "));
  }

  #say(text: string): void {
    const plain = text.replaceAll(/\s+/g, " ").trim();
    if (plain === "") return;
    this.#line += this.#line === "" ? plain : ` ${plain}`;
  }

  #break(indent: string): void {
    if (this.#line !== "") {
      this.#lines.push(this.#indent + this.#line);
      this.#chars += this.#line.length + 1;
      this.#line = "";
      if (this.#chars > OUTLINE_CHARS_MAX) this.#isCut = true;
    }
    this.#indent = indent;
  }
}

function toOptions(node: Node): string {
  const options = toList(node["children"]).filter(isObject);
  const names = options.map((option) => `${labelOf(option)}${option["selected"] === true ? " (selected)" : ""}`);
  return names.length === 0 ? "" : truncate(`{${names.join(" | ")}}`, PAGE_LABEL_CHARS_MAX);
}

/** The accessible name, or the texts inside the element if it has none. */
function labelOf(node: Node, depth = 0): string {
  const own = textOf(node, "name") || textOf(node, "text");
  if (own !== "" || depth > OUTLINE_DEPTH_MAX) return truncate(own, PAGE_LABEL_CHARS_MAX);
  const inner = toList(node["children"]).map((child) => {
    if (typeof child === "string") return child;
    return isObject(child) ? labelOf(child, depth + 1) : "";
  });
  return truncate(inner.filter((text) => text !== "").join(" "), PAGE_LABEL_CHARS_MAX);
}

/** True if the element contains no interactive element. */
function isLeaf(node: Node, depth = 0): boolean {
  if (depth > OUTLINE_DEPTH_MAX) return true;
  return toList(node["children"]).every(
    (child) => !isObject(child) || (!USABLE.has(textOf(child, "role")) && isLeaf(child, depth + 1)),
  );
}

function toLevel(level: unknown): number {
  return typeof level === "number" && level >= 1 && level <= 6 ? level : 2;
}

function textOf(node: Node, key: string): string {
  const value = node[key];
  return typeof value === "string" ? value : "";
}

function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}
