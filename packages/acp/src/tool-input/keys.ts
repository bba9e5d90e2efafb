// The names that agents use for the parts of a tool's input, in one table for every reader.
import { KEY_CHARS_MAX } from "../limits.ts";

/**
 * - `path`: a file or a folder. `base`: a folder that other paths are relative to. `cwd`: where a command runs.
 * - `move`: the source or target of a move; in other tools these names mean lines, dates and texts.
 * - `command`: a line, or a program with its arguments. `program`: the same, if there is no command next to it.
 * - `body`: the text of a file. `prose`: text for users and models, and search patterns.
 * - `patch`: a text that names files in its headers. `nested`: more input, as an object or as JSON.
 * - `by-path`: files by their paths, or a list of edits. `excluded`: what the tool leaves out.
 */
export type Role =
  | "path"
  | "base"
  | "cwd"
  | "move"
  | "command"
  | "program"
  | "shell"
  | "args"
  | "env"
  | "url"
  | "body"
  | "prose"
  | "patch"
  | "nested"
  | "by-path"
  | "excluded"
  | "unknown";

/** Ignores case, `_` and `-`: `file_path`, `filePath` and `File-Path` are one key. */
const KEYS: Readonly<Record<Exclude<Role, "unknown">, string>> = {
  path:
    "path paths file filepath filepaths filename filenames files abspath absolutepath absolutepaths relativepath " +
    "relativeworkspacepath notebookpath notebook targetfile targetfiles targetpath dirpath directorypath folderpath " +
    "pathname fullpath localpath sourcefile sourcepath srcpath destpath destinationpath destinationfile outputfile " +
    "outputpath inputfile inputpath savepath oldpath newpath oldfilepath newfilepath oldfile newfile workspacepath " +
    "document documents textdocument movepath pathtofile filetoedit filetoread configpath configfile",
  base: "directory dir folder folders directories root rootdir rootpath basepath basedir searchpath targetdirectory targetdir",
  cwd: "cwd workdir workingdirectory workingdir currentdirectory currentworkingdirectory",
  move: "source destination from to src dest target",
  command:
    "command commands cmd cmds script commandline shellcommand bash bashcommand cmdline commandtext commandstring " +
    "shellscript argv",
  program: "program executable exec execute run sh powershell",
  shell: "shell",
  args: "args argument",
  env: "env environment envs envvars environmentvariables envvariables",
  url: "url urls uri uris href link links endpoint",
  body:
    "content contents newtext oldtext newstring oldstring newstr oldstr filetext body before after replacement " +
    "replacements replace replacewith insert inserttext insertedtext newcontent newcontents oldcontent oldcontents " +
    "filecontent filecontents newfilecontent code codeedit codecontent newcode oldcode snippet newsource oldsource " +
    "cellsource old new original updated modified originaltext updatedtext oldvalue newvalue newlines oldlines " +
    "search find searchtext findtext linecontent",
  prose:
    "description explanation reason reasoning thought thoughts thinking title summary message prompt prompts query " +
    "queries pattern patterns regex regexp glob globs instruction instructions comment comments note notes text task " +
    "tasks plan plans todo todos goal question questions label type mode status language justification rationale include " +
    "activeform subject context searchterm searchquery keyword keywords operation action tool toolname name id value data html markdown",
  patch: "patch patches patchtext patchcontent unifieddiff diff diffs input",
  nested: "arguments params parameters rawinput toolinput options payload",
  "by-path": "edits changes operations filechanges fileedits edit change modifications",
  excluded: "exclude excludes excluded excludepattern excludepatterns ignore ignores ignored ignorepatterns",
};

const ROLES: ReadonlyMap<string, Role> = new Map(
  (Object.keys(KEYS) as (keyof typeof KEYS)[]).flatMap((role) =>
    KEYS[role].split(" ").map((key): [string, Role] => [key, role]),
  ),
);

/** Texts to be replaced; a call that has one for a file will change that file. */
const OLD: ReadonlySet<string> = new Set(
  "oldtext oldstring oldstr oldcontent oldcode oldsource old before search find searchtext findtext original originaltext oldlines oldvalue".split(
    " ",
  ),
);
const NEW: ReadonlySet<string> = new Set(
  (
    "newtext newstring newstr newcontent newcontents newcode newsource new after replacement replace replacewith " +
    "updated modified updatedtext newlines newvalue inserttext insertedtext insert codeedit newfilecontent"
  ).split(" "),
);
/** The whole text of a file. */
const WHOLE: ReadonlySet<string> = new Set("content contents filetext filecontent filecontents".split(" "));
const ALL: ReadonlySet<string> = new Set("replaceall all allowmultiple multiple global".split(" "));

export type TextRole = "old" | "new" | "whole" | "all";

export function toKey(name: string): string {
  const key = name.length > KEY_CHARS_MAX ? "" : (folded.get(name) ?? fold(name));
  return key;
}

export function roleOf(key: string): Role {
  return ROLES.get(key) ?? "unknown";
}

export function textRoleOf(key: string): TextRole | undefined {
  if (OLD.has(key)) return "old";
  if (NEW.has(key)) return "new";
  if (WHOLE.has(key)) return "whole";
  return ALL.has(key) ? "all" : undefined;
}

/** Cached, because all edits in a list have the same names. */
const folded = new Map<string, string>();
const FOLDED_MAX = 2_000;

function fold(name: string): string {
  const key = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (folded.size >= FOLDED_MAX) folded.clear();
  folded.set(name, key);
  return key;
}
