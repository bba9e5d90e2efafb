// Finds the commands that Parley prints for people to type: shell blocks of the documents, the examples of every help text.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../repository/workspaces.ts";
import type { Place } from "../run-parley.ts";

export interface Example {
  /** The document, or the command whose help shows it. */
  readonly from: string;
  readonly command: string;
}

/** Every line of the shell blocks of all documents, without what is said about it behind a `#`. */
export function findInDocuments(): readonly Example[] {
  const names = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  return names.flatMap((from) => {
    const blocks = [...readFileSync(join(root, from), "utf8").matchAll(/^```(?:sh|bash|shell)\n([\s\S]*?)^```/gm)];
    const text = blocks.map(([, block = ""]) => block.replaceAll("\\\n", " ")).join("\n");
    const lines = text.split("\n").map((line) => line.replace(/\s+# .*$/, "").trim());
    return lines.filter((line) => line !== "" && !line.startsWith("#")).map((command) => ({ from, command }));
  });
}

/** What the documents name in passing, such as `parley sessions list --here`, without what stands for something else. */
export function findNamed(): readonly Example[] {
  const names = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" }).trim().split("\n");
  return names.flatMap((from) =>
    [...readFileSync(join(root, from), "utf8").matchAll(/`(?:npx )?(parley [^`\n]+)`/g)].map(([, command = ""]) => ({
      from,
      command,
    })),
  );
}

/** Where a message of the code names a command: as a remedy, in backticks, or at its end after a colon. */
const IN_MESSAGES = [/command: [`"](parley [^`"\n]+)[`"]/g, /\\`(parley [^`\\\n]+)\\`/g, /: (parley [^`"\n]+)[`"]/g];

/** What errors and other messages tell people to type. Values that are filled in stand for themselves. */
export function findInMessages(): readonly Example[] {
  const kinds = ["packages/*.ts", "apps/*.ts", "apps/*.tsx", ":!*.test.ts", ":!*/testing/*", ":!apps/cli/src/usage/*"];
  const names = execFileSync("git", ["ls-files", ...kinds], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  return names.flatMap((from) => {
    const text = readFileSync(join(root, from), "utf8");
    const found = IN_MESSAGES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, command = ""]) => command));
    // One message may name several commands.
    const commands = found.flatMap((command) => command.split(/; (?:.*: )?(?=parley )/));
    return commands.filter((command) => !command.startsWith("parley ${")).map((command) => ({ from, command }));
  });
}

/** The help text of every command, by its name. */
export async function readHelp(place: Place): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const waiting: string[][] = [[]];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { code, stdout, stderr } = await place.run([...path, "--help"]);
    if (code !== 0) throw new Error(`parley ${path.join(" ")} --help exited with ${code}: ${stderr}`);
    texts.set(path.join(" "), stdout);
    const known = path.length === 0 ? "" : `${path.join(" ")} `;
    const lines = [...stdout.matchAll(/^ {2}(\S+(?: \S+)?) {2,}\S/gm)].map(([, name = ""]) => name);
    const names = lines.filter((name) => /^[a-z-]+( [a-z-]+)?$/.test(name) && name.startsWith(known));
    waiting.push(...names.map((name) => name.split(" ")).filter((name) => !texts.has(name.join(" "))));
  }
  return texts;
}

export function findInHelp(texts: ReadonlyMap<string, string>): readonly Example[] {
  return [...texts].flatMap(([name, text]) => {
    const [, examples = ""] = /\nExamples:\n([\s\S]*?)\n\n/.exec(`\n${text}\n\n`) ?? [];
    const lines = [...`${examples}\n`.matchAll(/^ {4}(\S.*)$/gm)].map(([, command = ""]) => command);
    return lines.map((command) => ({ from: `parley ${name} --help`, command }));
  });
}
