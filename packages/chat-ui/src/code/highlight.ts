// Colours of code, by highlight.js. Loaded when the first code block is shown; gives runs of text, never HTML.
import hljs from "highlight.js/lib/core";
import type { Emitter } from "highlight.js";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scss from "highlight.js/lib/languages/scss";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import type { CodeLook, CodeRun } from "./code-run.ts";

const LANGUAGES = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  php,
  python,
  ruby,
  rust,
  scss,
  shell,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

const LOOKS: Readonly<Record<string, CodeLook>> = {
  keyword: "keyword",
  literal: "keyword",
  built_in: "title",
  type: "title",
  title: "title",
  section: "title",
  name: "title",
  function: "title",
  attr: "title",
  attribute: "title",
  property: "title",
  "selector-tag": "keyword",
  "selector-class": "title",
  string: "string",
  regexp: "string",
  char: "string",
  addition: "string",
  deletion: "number",
  number: "number",
  symbol: "number",
  bullet: "number",
  comment: "comment",
  quote: "comment",
  doctag: "comment",
  meta: "comment",
};

/** Collects runs instead of building HTML. */
class RunCollector implements Emitter {
  readonly runs: CodeRun[] = [];
  readonly #looks: (CodeLook | undefined)[] = [];

  startScope(name: string): void {
    this.#looks.push(LOOKS[name.split(".")[0] ?? ""] ?? this.#looks.at(-1));
  }

  endScope(): void {
    this.#looks.pop();
  }

  /** The library calls these two as well, which its types do not say. */
  openNode(name: string): void {
    this.startScope(name);
  }

  closeNode(): void {
    this.endScope();
  }

  addText(text: string): void {
    if (text !== "") this.runs.push({ text, look: this.#looks.at(-1) });
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof RunCollector) this.runs.push(...emitter.runs);
  }

  finalize(): void {
    this.#looks.length = 0;
  }

  toHTML(): string {
    return "";
  }
}

hljs.configure({ __emitter: RunCollector });
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/** Undefined for a language that is not known. */
export function highlightCode(text: string, language: string): readonly CodeRun[] | undefined {
  if (hljs.getLanguage(language) === undefined) return undefined;
  const { _emitter: emitter, errorRaised } = hljs.highlight(text, { language, ignoreIllegals: true });
  return emitter instanceof RunCollector && errorRaised === undefined ? emitter.runs : undefined;
}
