// Finds the files that a command line reads, writes or searches, as far as its words show.
import type { FileAction } from "./observation.ts";
import { cutCommand, type CommandPart } from "./command-words.ts";
import { FILES_PER_MESSAGE_MAX } from "../limits.ts";
import { isAbsolutePath } from "./workspace-path.ts";

export interface CommandFile {
  readonly path: string;
  readonly action: FileAction;
}

type Known = "read" | "write" | "search" | "last" | "none";

/** What a program does with its non-option arguments; `last`: reads all and writes the last. */
const PROGRAMS: ReadonlyMap<string, Known> = new Map([
  ...[
    "cat",
    "head",
    "tail",
    "less",
    "more",
    "bat",
    "nl",
    "tac",
    "wc",
    "file",
    "stat",
    "strings",
    "xxd",
    "od",
    "md5sum",
  ].map(toRow("read")),
  ...["sha256sum", "diff", "cmp", "sort", "uniq", "cut", "source", ".", "type", "get-content"].map(toRow("read")),
  ...[
    "touch",
    "rm",
    "rmdir",
    "unlink",
    "mkdir",
    "truncate",
    "tee",
    "shred",
    "del",
    "erase",
    "remove-item",
    "set-content",
  ].map(toRow("write")),
  ...["mv", "move", "ren", "rename", "ln"].map(toRow("write")),
  ...["cp", "copy", "install", "rsync"].map(toRow("last")),
  ...["ls", "dir", "find", "fd", "tree", "du"].map(toRow("search")),
  ...["echo", "printf", "export", "set", "unset", "alias", "curl", "wget", "ssh", "ping", "kill", "sleep"].map(
    toRow("none"),
  ),
  ...["true", "false", "test", "[", "which", "whoami", "date", "pwd", "exit"].map(toRow("none")),
]);
/** The first non-option argument is a program or a pattern. */
const PATTERN_FIRST: ReadonlySet<string> = new Set([
  "grep",
  "egrep",
  "fgrep",
  "rg",
  "ag",
  "ack",
  "sed",
  "awk",
  "perl",
  "jq",
]);
const SEARCHES: ReadonlySet<string> = new Set(["grep", "egrep", "fgrep", "rg", "ag", "ack"]);
const MODE_FIRST: ReadonlySet<string> = new Set(["chmod", "chown", "chgrp"]);
const WRAPPERS: ReadonlySet<string> = new Set(["sudo", "env", "command", "nohup", "time", "exec", "nice", "xargs"]);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const SOURCE_FILE = /[^/\\]\.(?!com$|org$|net$|io$)[A-Za-z][A-Za-z0-9_+-]{0,9}$/;
/** Characters of a word that counts as a path, to rule out sentences and program text. */
const PATH_LIKE = /^[^\s"'<>|*?{}$;,=()]+$/;

export function filesOfCommand(line: string, folder?: string): readonly CommandFile[] {
  const found = new Map<string, CommandFile>();
  let here = folder;
  for (const part of cutCommand(line)) {
    const [program = "", ...words] = unwrap(part.words);
    if (program === "cd" || program === "pushd") {
      const target = words.find((word) => !word.startsWith("-"));
      here = target === undefined ? here : join(here, target);
      continue;
    }
    for (const file of filesOfPart(program, words, part)) {
      const path = join(here, file.path);
      if (found.size < FILES_PER_MESSAGE_MAX) found.set(`${file.action} ${path}`, { ...file, path });
    }
  }
  return [...found.values()];
}

function filesOfPart(program: string, words: readonly string[], { redirects }: CommandPart): readonly CommandFile[] {
  const files = filesOfWords(baseName(program), words);
  return [...files, ...redirects.map(({ target, action }) => ({ path: target, action }))];
}

function filesOfWords(program: string, words: readonly string[]): readonly CommandFile[] {
  const plain = plainWords(words);
  const rest = plainWords(words.filter((word) => !word.startsWith("-")).slice(1));
  const known = PROGRAMS.get(program);
  if (program === "sed" || program === "perl") return rest.map(withAction(isInPlace(words) ? "write" : "read"));
  if (SEARCHES.has(program)) return (hasPatternOption(words) ? plain : rest).map(withAction("search"));
  if (PATTERN_FIRST.has(program)) return rest.map(withAction("read"));
  if (MODE_FIRST.has(program)) return rest.map(withAction("write"));
  if (known === "last")
    return plain.map((path, index) => ({ path, action: index === plain.length - 1 ? "write" : "read" }));
  if (known === "search") return plain.filter((word) => !word.startsWith("(")).map(withAction("search"));
  if (known === "read" || known === "write") return plain.map(withAction(known));
  return known === "none" ? [] : guess(plain);
}

/** For an unknown program, only words that can hardly be anything but a file. */
function guess(words: readonly string[]): readonly CommandFile[] {
  const files = words.filter((word) => SOURCE_FILE.test(word) && !/[\s@]|^\d/.test(word));
  return files.map(withAction("read"));
}

function plainWords(words: readonly string[]): string[] {
  return words.filter((word) => {
    if (word === "" || word.startsWith("-") || /^\d+$/.test(word) || word.includes("://")) return false;
    return word.includes(" ") ? true : PATH_LIKE.test(word) || isAbsolutePath(word);
  });
}

function unwrap(words: readonly string[]): readonly string[] {
  let rest = words;
  for (let first = rest[0]; first !== undefined; first = rest[0]) {
    if (!ASSIGNMENT.test(first) && !WRAPPERS.has(first) && first !== "") break;
    rest = rest.slice(1);
  }
  return rest;
}

function isInPlace(words: readonly string[]): boolean {
  return words.some((word) => /^-[A-Za-z]*i|^--in-place/.test(word));
}

function hasPatternOption(words: readonly string[]): boolean {
  return words.some((word) => /^-[A-Za-z]*[ef]$|^--(?:regexp|file|files)/.test(word));
}

function baseName(program: string): string {
  const name = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1);
  return name.toLowerCase().replace(/\.exe$/, "");
}

function join(folder: string | undefined, path: string): string {
  if (folder === undefined || isAbsolutePath(path) || path.startsWith("~")) return path;
  return `${folder.replace(/[\\/]$/, "")}/${path}`;
}

function withAction(action: FileAction): (path: string) => CommandFile {
  return (path) => ({ path, action });
}

function toRow(known: Known): (program: string) => [string, Known] {
  return (program) => [program, known];
}
