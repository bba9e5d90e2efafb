// Finds where names are defined in a folder: functions, classes, types and the like. It uses patterns for many
// languages instead of parsing, so a few are missed and a few are wrong.
import { findBest, ParleyError, silentLog, within, type Log } from "@parley/base";
import { spawnProcess } from "../processes.ts";
import {
  SYMBOL_LINES_MAX,
  SYMBOL_LINES_PER_FILE_MAX,
  SYMBOL_OUTPUT_CHARS_MAX,
  SYMBOL_SEARCH_DRAIN_MS,
  SYMBOL_SEARCH_MS,
} from "../limits.ts";
import { findRipgrep, RIPGREP_EXCLUDED, RIPGREP_OPTIONS } from "./ripgrep.ts";

export interface FoundSymbol {
  readonly name: string;
  /** The keyword of the definition: `function`, `class`, `def`, …; `method` if there is none. */
  readonly kind: string;
  /** From the folder, with slashes. */
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}

export interface SymbolsOptions {
  /** An absolute path. */
  readonly folder: string;
  /** Consecutive letters of the name. Case matters if the query has capital letters. */
  readonly query: string;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  readonly log?: Log | undefined;
}

export interface FoundSymbols {
  /** Best match first. */
  readonly symbols: readonly FoundSymbol[];
  /** Complete: neither the time nor the number of lines was reached. */
  readonly isComplete: boolean;
}

/** Words that may precede the keyword. */
const MODIFIERS =
  "export|default|declare|public|private|protected|internal|static|abstract|final|sealed|open|data|async|pub(?:\\([^)]*\\))?|unsafe|extern|partial|readonly|local|override|virtual|inline";
/** Keywords: they define the name that follows. */
const KEYWORDS =
  "function\\*?|class|interface|type|enum|struct|trait|union|protocol|record|object|module|namespace|fn|func|fun|def|defp|defn|defmodule|macro|macro_rules!|sub|proc|procedure|impl";
/** These define local variables as well: they count only at the beginning of a line. */
const OUTER_KEYWORDS = "const|let|var|val|static";
/** Words that look like a method but are not. */
const NOT_METHODS =
  /^(?:if|for|while|switch|catch|return|function|with|do|else)$|\b(?:return|new|else|throw|await|case)\b/;

/** Rejects with `process_not_found` if ripgrep does not run on this platform. */
export async function findSymbols(options: SymbolsOptions): Promise<FoundSymbols> {
  const { folder, query, limit, signal, log = silentLog } = options;
  const program = await findRipgrep(log);
  if (program === undefined) {
    const message = "Symbols cannot be searched: ripgrep is not available on this platform";
    throw new ParleyError({ code: "process_not_found", message });
  }
  const { text, isComplete } = await run(program, query, folder, signal);
  const byName = new Map<string, FoundSymbol[]>();
  for (const symbol of text.split(/\r?\n/).flatMap(parseLine)) {
    const same = byName.get(symbol.name);
    if (same === undefined) byName.set(symbol.name, [symbol]);
    else same.push(symbol);
  }
  const names = findBest(query, [...byName.keys()], limit);
  return { symbols: names.flatMap((name) => byName.get(name) ?? []).slice(0, limit), isComplete };
}

interface Searched {
  readonly text: string;
  readonly isComplete: boolean;
}

async function run(program: string, query: string, folder: string, signal?: AbortSignal): Promise<Searched> {
  await using running = await spawnProcess({ command: program, args: toArguments(query), cwd: folder });
  running.stdin.end();
  const stopped = new AbortController();
  const limits = [stopped.signal, AbortSignal.timeout(SYMBOL_SEARCH_MS)];
  const stop = AbortSignal.any(signal === undefined ? limits : [...limits, signal]);
  const end = (): void => void running.end();
  stop.addEventListener("abort", end, { once: true });
  let text = "";
  let lines = 0;
  running.stdout.setEncoding("utf8");
  running.stdout.on("data", (chunk: string) => {
    if (stop.aborted) return;
    text += chunk;
    lines += chunk.split("\n").length - 1;
    if (lines >= SYMBOL_LINES_MAX || text.length >= SYMBOL_OUTPUT_CHARS_MAX) stopped.abort();
  });
  const drained = new Promise((resolve) => running.stdout.once("close", resolve));
  const { exitCode } = await running.exited;
  await within(drained, SYMBOL_SEARCH_DRAIN_MS);
  stop.removeEventListener("abort", end);
  // Exit code 1 means no matches; 2 with matches means that some file could not be read.
  if (!stop.aborted && exitCode !== 0 && exitCode !== 1 && text === "") {
    const message = `Searching for symbols failed: ${running.stderrKept.text().trim()}`;
    throw new ParleyError({ code: "process_failed", message });
  }
  return { text, isComplete: !stop.aborted };
}

function toArguments(query: string): string[] {
  const name = `[\\w$]*${query.replaceAll(/[\\^$.|?*+()[\]{}-]/g, "\\$&")}[\\w$]*`;
  const defined = `^\\s*(?:(?:${MODIFIERS})\\s+)*(?P<k>${KEYWORDS})\\s+(?:\\([^)]*\\)\\s*)?(?P<n>${name})`;
  const outer = `^(?:(?:export|pub|public)\\s+)*(?P<ok>${OUTER_KEYWORDS})\\s+(?:mut\\s+)?(?P<on>${name})`;
  const method = `^\\s*(?P<p>(?:[\\w<>\\[\\],.?*&:]+\\s+)*)[*&#]*(?P<m>${name})\\s*(?:<[^>]*>)?\\([^;]*\\)[^;={]*\\{\\s*$`;
  return [
    ...RIPGREP_OPTIONS,
    ...RIPGREP_EXCLUDED,
    "--sort=path",
    "--line-number",
    "--no-heading",
    "--with-filename",
    "--only-matching",
    "--smart-case",
    "--max-filesize=2M",
    `--max-count=${SYMBOL_LINES_PER_FILE_MAX}`,
    "--replace=${k}${ok}\t${n}${on}\t${m}\t${p}",
    `--regexp=${defined}|${outer}|${method}`,
    "--",
    "./",
  ];
}

const LINE =
  /^(?:\.\/)?(?<path>[^\0]+)\0(?<line>\d+):(?<kind>[^\t]*)\t(?<name>[^\t]*)\t(?<method>[^\t]*)\t(?<before>.*)$/;

function parseLine(text: string): FoundSymbol[] {
  const { path = "", line = "", kind = "", name = "", method = "", before = "" } = LINE.exec(text)?.groups ?? {};
  if (path === "") return [];
  const place = { path: path.replaceAll("\\", "/"), line: Number(line) };
  if (name !== "") return [{ name, kind: kind.replace(/\W+$/, ""), ...place }];
  if (method === "" || NOT_METHODS.test(method) || NOT_METHODS.test(before)) return [];
  return [{ name: method, kind: "method", ...place }];
}
