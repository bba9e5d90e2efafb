// Facts as the machine would find them, for tests: a workspace at /project, and words that are what they look like.
import type { CommandFacts, Ground, PathFacts, Redirect, SimpleCommand, ToolFacts, Word } from "../facts.ts";
import type { PolicyRules } from "../decide.ts";
import { compileRules } from "../rules/compile.ts";

export const ground: Ground = {
  workspace: "/project",
  roots: ["/project", "/extra"],
  platform: { style: "posix", isCaseInsensitive: false },
};

export const windowsGround: Ground = {
  workspace: "C:\\project",
  roots: ["C:\\project"],
  platform: { style: "windows", isCaseInsensitive: true },
};

/** A file that was asked for by the path it really has. */
export function createPath(path: string, over: Partial<PathFacts> = {}): PathFacts {
  return { ...ground, requested: path, real: path, kind: "file", ...over };
}

/** A `$` or a `*` in it makes it a word that is only known at run time. */
export function createWord(text: string, over: Partial<Word> = {}): Word {
  return { text, isLiteral: !/[$*]/.test(text), ...over };
}

const MODES = new Map<string, Redirect["mode"]>([
  ["<", "read"],
  [">", "write"],
  [">>", "append"],
]);

/** `A=1 program word "two words" > file`; quotes keep words together, and a redirect gets its place from the workspace. */
export function createCommand(line: string, over: Partial<SimpleCommand> = {}): SimpleCommand {
  const texts = Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? "");
  const assignments: SimpleCommand["assignments"][number][] = [];
  const redirects: SimpleCommand["redirects"][number][] = [];
  const words: Word[] = [];
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index] ?? "";
    const [, name, value = ""] = /^([A-Z_]+)=(.*)$/.exec(text) ?? [];
    const mode = MODES.get(text);
    if (mode !== undefined) {
      index += 1;
      const target = texts[index] ?? "";
      const real = target.startsWith("/") ? target : `/project/${target}`;
      redirects.push({ mode, target: createWord(target, { real }) });
    } else if (name !== undefined && words.length === 0) assignments.push({ name, value: createWord(value) });
    else words.push(createWord(text));
  }
  const [program, ...args] = words;
  const repository = program?.text.endsWith("git") === true ? { isOwn: true } : undefined;
  return { program, args, assignments, redirects, via: [], repository, ...over };
}

export function createLine(...commands: (string | SimpleCommand)[]): CommandFacts {
  const list = commands.map((command) => (typeof command === "string" ? createCommand(command) : command));
  return { ...ground, cwd: "/project", home: "/home/me", commands: list, hasUnparsed: false };
}

export function createTool(over: Partial<ToolFacts>): ToolFacts {
  return { name: "tool", kind: "other", ...over };
}

/** What one layer says, at a level. */
export function createRules(raw?: unknown, over: Partial<PolicyRules> = {}): PolicyRules {
  return { written: compileRules([{ layer: "machine", raw }]), level: "auto", ...over };
}
