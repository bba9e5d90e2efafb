// Dangers of programs that connect to other machines.
import type { DangerClass } from "../decision.ts";
import { hasOption, hasWord } from "./options.ts";

type Words = readonly string[];
type Found = DangerClass | undefined;

/** Every request that is not a plain GET may send data. */
export function classifyCurl(_: Words, all: Words): Found {
  const long = ["--form", "--form-string", "--json", "--upload-file", "--config", "--user", "--cookie", "--netrc"];
  const isSending =
    hasOption(all, "dFTKu", ...long) || all.some((word) => word.startsWith("--data")) || hasOtherMethod(all);
  return isSending ? "sends-data" : "reaches-network";
}

function hasOtherMethod(all: Words): boolean {
  return all.some((word, index) => {
    if (word === "-X" || word === "--request") return !isGet(all[index + 1] ?? "");
    if (word.startsWith("--request=")) return !isGet(word.slice("--request=".length));
    return word.startsWith("-X") && !isGet(word.slice(2));
  });
}

function isGet(method: string): boolean {
  return /^(?:GET|HEAD|OPTIONS)$/i.test(method);
}

export function classifyWget(_: Words, all: Words): Found {
  const isSending = all.some((word) => /^--(?:post|body|method|header|user|password)/.test(word));
  return isSending ? "sends-data" : "reaches-network";
}

/** `host:path` on either side names another machine. */
export function classifyRsync(_: Words, all: Words): Found {
  if (all.some((word) => /^[^/-][^/]*:/.test(word) || word.startsWith("rsync://"))) return "sends-data";
  return all.some((word) => word.startsWith("--del")) ? "destroys-files" : undefined;
}

export function classifyOpenssl([name]: Words): Found {
  return name === "s_client" || name === "s_server" ? "sends-data" : undefined;
}

const LOOKS =
  /^(?:list|ls|view|show|status|describe|get|logs?|diff|search|plan|validate|version|explain|top|help|--version|--help)/;

/** Clients of remote services. The word at `index` is the verb, which shows whether the command only reads. */
export function classifyCloud(index: number): (words: Words) => Found {
  return (words) => {
    if (hasWord(words, "--token", "--with-token", "secret", "secrets")) return "reads-secrets";
    return LOOKS.test(words[index] ?? "") ? "reaches-network" : "sends-data";
  };
}
