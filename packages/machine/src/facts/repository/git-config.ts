// The settings of a git repository, and which of them make git run a program in read-only commands.

export interface Setting {
  /** `core.fsmonitor`, `diff.word.textconv`: section and key in lower case, the part between as written. */
  readonly name: string;
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

const SECTION = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const KEY = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/s;
const COMMENT = /^[#;]/;

/** Undefined if a line is not understood. */
export function parseGitConfig(text: string): readonly Setting[] | undefined {
  const settings: Setting[] = [];
  let section = "";
  let middle = "";
  for (const raw of joinLines(text)) {
    let line = raw.trim();
    const head = SECTION.exec(line);
    if (head !== null) {
      const [whole, name = "", quoted] = head;
      [section = "", middle = ""] = name.includes(".") ? name.toLowerCase().split(/\.(.*)/s) : [name.toLowerCase()];
      if (quoted !== undefined) middle = quoted.replaceAll(/\\(.)/g, "$1");
      line = line.slice(whole.length).trim();
    }
    if (line === "" || COMMENT.test(line)) continue;
    const [, key, value = "true"] = KEY.exec(line) ?? [];
    if (key === undefined || section === "") return undefined;
    const name = [section, ...(middle === "" ? [] : [middle]), key.toLowerCase()].join(".");
    settings.push({ name, section, key: key.toLowerCase(), value: unquote(value) });
  }
  return settings;
}

/** A backslash at the end joins a line with the next one, but not in a comment, and not if it is itself escaped. */
function joinLines(text: string): string[] {
  const lines: string[] = [];
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  let line = "";
  let isQuoted = false;
  let isComment = false;
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at] ?? "";
    if (sign === "\n") {
      lines.push(line);
      line = "";
      isQuoted = false;
      isComment = false;
    } else if (sign === "\\" && !isComment) {
      at += 1;
      if (plain[at] !== "\n") line += sign + (plain[at] ?? "");
    } else {
      if (sign === '"') isQuoted = !isQuoted;
      isComment ||= !isQuoted && COMMENT.test(sign);
      line += sign;
    }
  }
  return [...lines, line];
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** Without quotes, and without a comment after the value. */
function unquote(text: string): string {
  let value = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === "\\") {
      const escaped = text[(at += 1)] ?? "";
      value += ESCAPED[escaped] ?? escaped;
    } else if (!isQuoted && COMMENT.test(sign)) break;
    else value += sign;
  }
  return value.trim();
}

const BOOLEAN = /^(?:true|false|yes|no|on|off|0|1|)$/i;
const PLAIN_PAGER = /^(?:|cat|more|less(?: -[\w-]+)*)$/;
const LFS = /^git-lfs (?:clean|smudge|filter-process)(?: --skip)?(?: -- %f)?$/;
/** Over these, a missing object is fetched without a program that the repository chose. */
const PLAIN_REMOTE = /^(?:https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:(?!:)/;

/** By section: whether a setting makes git run something. */
const RUNS: Readonly<Record<string, (setting: Setting) => boolean>> = {
  core: ({ key, value }) => {
    if (key === "fsmonitor") return !BOOLEAN.test(value);
    if (key === "pager") return !PLAIN_PAGER.test(value);
    // Another folder would be shown as this one.
    return key === "alternaterefscommand" || key === "worktree";
  },
  diff: ({ key }) => key === "external" || key === "command" || key === "textconv",
  filter: ({ key, value }) => key !== "required" && !LFS.test(value),
  gpg: ({ key }) => key.endsWith("program") || key.endsWith("command"),
  // The content of those files is unknown.
  include: () => true,
  includeif: () => true,
  log: ({ key, value }) => key === "showsignature" && !/^(?:false|no|off|0)$/i.test(value),
  pager: ({ value }) => !BOOLEAN.test(value) && !PLAIN_PAGER.test(value),
};

/** Only for a repository that fetches missing objects on demand. */
function reachesOut({ section, key, value }: Setting): boolean {
  if (section === "core") return key === "sshcommand" || key === "gitproxy" || key === "askpass";
  if (section === "remote")
    return key === "uploadpack" || key === "vcs" || (key === "url" && !PLAIN_REMOTE.test(value));
  return section === "credential" || section === "protocol" || section === "url";
}

/** The name of the first setting that makes git run a program; undefined if there is none. */
export function findProgramSetting(settings: readonly Setting[]): string | undefined {
  const isPartial = settings.some(({ key }) => key === "promisor" || key === "partialclone");
  return settings.find((setting) => {
    const runs = Object.hasOwn(RUNS, setting.section) ? RUNS[setting.section] : undefined;
    return runs?.(setting) === true || (isPartial && reachesOut(setting));
  })?.name;
}
