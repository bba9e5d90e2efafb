// Dangers of local programs that depend on their arguments.
import type { DangerClass } from "../decision.ts";
import { hasOption, hasWord } from "./options.ts";
import { readSedScripts } from "./quiet-programs.ts";
import { isPlainSedScript } from "./sed-script.ts";
import { takesOver } from "./variables.ts";

type Words = readonly string[];
type Found = DangerClass | undefined;

export function classifyRemove(_: Words, all: Words): Found {
  const isWhole = hasOption(all, "rRf", "--recursive", "--force", "--no-preserve-root");
  return isWhole ? "destroys-files" : "deletes-files";
}

export function classifyDd(_: Words, all: Words): Found {
  const target = all.find((word) => word.startsWith("of="));
  if (target === undefined) return undefined;
  return target.startsWith("of=/dev/") ? "changes-system" : "destroys-files";
}

export function classifyFind(_: Words, all: Words): Found {
  return hasWord(all, "-delete") ? "destroys-files" : undefined;
}

/** tar can run any program, or write files anywhere. */
export function classifyTar(_: Words, all: Words): Found {
  const programs = ["--to-command", "--use-compress-program", "--checkpoint-action", "--rsh-command", "--info-script"];
  if (hasOption(all, "IF", ...programs)) return "runs-unseen-code";
  return hasOption(all, "P", "--absolute-names") ? "destroys-files" : undefined;
}

/** GNU sed runs programs (`e`) and writes files (`w`) from inside its script. */
export function classifySed(_: Words, all: Words): Found {
  return readSedScripts(all)?.every(isPlainSedScript) === true ? undefined : "runs-unseen-code";
}

/** Modes that make a file world-writable, or run it with the rights of its owner. */
export function classifyModes(_: Words, all: Words): Found {
  const isOpen = all.some((word) =>
    /^[0-7]{0,3}[2367]$|^[2-7][0-7]{3}$|^[ugoa]*[+=][rwxXt]*s|^[ugo]*[oa][+=]r?w/.test(word),
  );
  return isOpen ? "escalates-privileges" : undefined;
}

export function classifyCrontab(_: Words, all: Words): Found {
  return hasWord(all, "-l") ? undefined : "changes-system";
}

export function classifyIp(_: Words, all: Words): Found {
  return hasWord(all, "add", "del", "delete", "set", "flush", "change", "replace") ? "changes-system" : undefined;
}

export function classifyDefaults([name]: Words): Found {
  return name === "read" ? undefined : "changes-system";
}

/** Without a command, env prints every variable. */
export function classifyEnv(_: Words, all: Words): Found {
  return all.some((word) => !word.startsWith("-") && !word.includes("=")) ? undefined : "reads-secrets";
}

/** Scripts usually begin with `set -e` or similar. */
export function classifySet(_: Words, all: Words): Found {
  if (all.length === 0) return "reads-secrets";
  return all.every((word) => /^-[eux]*o?$|^pipefail$/.test(word)) ? undefined : "alters-programs";
}

export function classifyExport(_: Words, all: Words): Found {
  const names = all.filter((word) => !word.startsWith("-")).map((word) => word.split("=", 1)[0] ?? "");
  if (names.length === 0) return "reads-secrets";
  return names.some((name) => takesOver(name)) ? "alters-programs" : undefined;
}

const SHARES_THE_HOST =
  /^(?:--privileged|--pid=host|--net=host|--network=host|--cap-add|--device|--volume|-v|--mount|--userns=host|--security-opt)/;
const CONTAINER: Readonly<Record<string, DangerClass>> = {
  build: "installs-software",
  compose: "installs-software",
  create: "runs-unseen-code",
  exec: "runs-unseen-code",
  kill: "stops-processes",
  login: "sends-data",
  pull: "installs-software",
  push: "sends-data",
  rm: "destroys-files",
  rmi: "destroys-files",
  run: "runs-unseen-code",
  stop: "stops-processes",
  system: "destroys-files",
  volume: "destroys-files",
};

export function classifyContainer([name = ""]: Words, all: Words): Found {
  if (all.some((word) => SHARES_THE_HOST.test(word))) return "escalates-privileges";
  return Object.hasOwn(CONTAINER, name) ? CONTAINER[name] : undefined;
}

const PUBLISHES = "publish unpublish push deprecate owner access yank login token".split(" ");
const INSTALLS =
  "install i ci add update upgrade up exec dlx x create init get download sync remove uninstall rm link restore require tool".split(
    " ",
  );

export function classifyPackages([name = ""]: Words, all: Words): Found {
  if (PUBLISHES.includes(name)) return "sends-data";
  if (hasWord(all, "-g", "--global") || name === "config" || name === "set") return "changes-system";
  return INSTALLS.includes(name) ? "installs-software" : undefined;
}

/** Code in the arguments or from stdin. A script file is treated like any program of the project. */
export function classifyInterpreter(_: Words, all: Words): Found {
  if (hasWord(all, "--version", "-v", "-V", "--help", "-h")) return undefined;
  const isFromWords = all.some((word) => /^(?:-\w*[cern]|-m|-p|--eval|--print|--require|--import)/.test(word));
  const hasScript = all.some((word) => !word.startsWith("-"));
  return hasScript && !isFromWords ? undefined : "runs-unseen-code";
}
