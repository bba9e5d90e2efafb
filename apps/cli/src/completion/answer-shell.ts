// `parley __complete SHELL WORDS…`: answers a completion script with lines of `value<Tab>description`.
import { neutralLine } from "@parley/base";
import { complete, type Candidate, type Tables } from "./complete.ts";
import { CANDIDATE_ABOUT_CHARS_MAX, CANDIDATES_MAX } from "../limits.ts";

export async function answerShell([shell = "", ...words]: readonly string[], tables: Tables): Promise<string> {
  const joined = shell === "bash" ? joinEquals(words) : { words: toWords(shell, words), isSplit: false };
  const { candidates, shell: own } = await complete(joined.words, tables);
  if (own !== undefined) return `:${own}\n`;
  return candidates
    .slice(0, CANDIDATES_MAX)
    .map((candidate) => `${toLine(joined.isSplit ? withoutFlag(candidate) : candidate)}\n`)
    .join("");
}

function toLine({ value, about }: Candidate): string {
  return about === undefined ? value : `${value}\t${neutralLine(about).slice(0, CANDIDATE_ABOUT_CHARS_MAX)}`;
}

/** PowerShell's script puts a dot before every word, because empty arguments would get lost. */
function toWords(shell: string, words: readonly string[]): readonly string[] {
  return shell === "powershell" ? words.map((word) => word.slice(1)) : words;
}

/** Bash splits `--agent=go` into three words and completes only the last one. */
function joinEquals(words: readonly string[]): { readonly words: readonly string[]; readonly isSplit: boolean } {
  const joined: string[] = [];
  let isSplit = false;
  for (let index = 0; index < words.length; index += 1) {
    const flag = joined.at(-1);
    isSplit = false;
    if (words[index] === "=" && flag?.startsWith("--") === true) {
      joined[joined.length - 1] = `${flag}=${words[index + 1] ?? ""}`;
      index += 1;
      isSplit = true;
    } else joined.push(words[index] ?? "");
  }
  return { words: joined, isSplit };
}

function withoutFlag({ value, about }: Candidate): Candidate {
  return { value: value.slice(value.indexOf("=") + 1), about };
}
