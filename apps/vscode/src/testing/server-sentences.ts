// The sentences that servers say, as the tables have them: with the mark of their kind, if they have values.

/** `{0}` and so on stand for names, paths and numbers. */
const PLAIN_SENTENCES: readonly string[] = [
  // Dangers.
  "Starts copies of itself until the machine hangs",
  "Runs code from the network that has not been reviewed",
  "Runs with administrator rights or as another user",
  "Changes the system outside this project",
  "Permanently deletes or overwrites many files at once",
  "Reads passwords, keys or tokens",
  "Sends data from this machine to another one",
  "Discards changes or commits that cannot be recovered",
  "Changes what other programs do, or which programs run",
  "Runs code that Parley can't check in advance",
  "Stops running programs",
  "Downloads software and may run its install scripts",
  "Deletes files",
  "Connects to another machine",
  "{0} starts copies of itself until the machine hangs",
  "{0} runs code from the network that has not been reviewed",
  "{0} runs with administrator rights or as another user",
  "{0} changes the system outside this project",
  "{0} permanently deletes or overwrites many files at once",
  "{0} reads passwords, keys or tokens",
  "{0} sends data from this machine to another one",
  "{0} discards changes or commits that cannot be recovered",
  "{0} changes what other programs do, or which programs run",
  "{0} runs code that Parley can't check in advance",
  "{0} stops running programs",
  "{0} downloads software and may run its install scripts",
  "{0} deletes files",
  "{0} connects to another machine",
  // Worries and doubts.
  "{0} runs inline code that Parley can't check in advance",
  "{0} may hold passwords or tokens",
  "{0} is a private key or a key store",
  "{0} is git's own data",
  "{0} controls what runs, or what agents may do, without review",
  "{0} is ignored by the workspace",
  "{0} is outside this session's folders",
  "{0} may be outside this session's folders",
  "{0} is a program outside this session's folders",
  "{0} exposes this machine's credentials",
  "{0} may contain files that a rule protects",
  "The program is only known at run time",
  "The file {0} is only known at run time",
  "The value of {0} is only known at run time",
  "Parley does not know what {0} refers to",
  "Parley does not know what this would do",
  "Parley could not check the command that {0} runs",
  "Parley could not parse part of the command",
  "Parley found no command to check",
  "The command is too long to check",
  "This runs outside the sandbox, with access to everything you can access",
  "Parley could not check everything this tool call names: {0}",
  "A rule requires approval for {0} ({1})",
  "{0} runs code that Parley can't check in advance, and a rule denies some files",
  "{0} runs code that Parley can't check in advance, and the rule {1} denies commands",
  "{0} may read files in {1} that a rule denies",
  "{0} may include files that a rule protects",
  "{0} is not in an allowed zone",
  "{0} is not a URL",
  "{0} URLs are not supported; use http: or https:",
  "The URL of {0} contains a login",
  "The rule {0} restricts some uses of {1}, and this may be one",
  "A rule restricts some uses of {0}",
  // The answers of Parley's own questions.
  "Allow once",
  "Allow for this turn",
  "Reject",
  // What happened.
  "Continued after a restart of the server",
  "Blocked by the sandbox: {0}",
  "Could not resume the session: {0}",
  "This session is not being saved: {0}",
  "The choice was not remembered: {0}",
  "Renamed to {0}",
  "Model: {0}",
  "{0} exited with code {1} and no error output.",
  "Changes are not tracked in {0}; use a folder inside it",
  "The server stopped during this turn. The conversation is saved; send another prompt to continue",
];

/** The first value is one of the sentences above, or the name of an approval level. */
const NESTED_SENTENCES: readonly string[] = [
  "{0} mode: using {1} needs your approval",
  "{0} mode: reading {1} needs your approval",
  "{0} mode: writing {1} needs your approval",
  "{0} mode: moving {1} needs your approval",
  "{0} mode: deleting {1} needs your approval",
  "{0} mode: running {1} needs your approval",
  "{0} mode: fetching from {1} needs your approval",
  "{0}; your earlier choice does not cover this",
  "{0}; the rule {1} does not cover this",
  "{0} (asked again after a restart: this is not what was answered before)",
  "Allow {0} for this session",
  "Always allow {0} in this folder",
  "Never allow {0} in this folder",
];

/** What an answer can be remembered for. */
const PROPOSALS: readonly string[] = [
  "reading {0} and everything in it",
  "writing {0} and everything in it",
  "moving {0} and everything in it",
  "deleting {0} and everything in it",
  "reading {0}",
  "writing {0}",
  "moving {0}",
  "deleting {0}",
  "fetching from {0}",
  "commands that start with `{0}`",
  "the command `{0}`",
  "the tool {0} of the MCP server {1}",
  "every tool of the MCP server {0}",
  "the tool {0}",
];

/** Words that stand alone, which constants have. */
const KNOWN_WORDS: readonly string[] = ["(file not named)", "terminal"];

/** The keys of the tables. */
export function toSentenceKeys(): readonly string[] {
  return [
    ...PLAIN_SENTENCES.map((text) => mark(text, "sentence")),
    ...NESTED_SENTENCES.map((text) => mark(text, "nested")),
    ...PROPOSALS.map((text) => mark(text, "proposal")),
    ...KNOWN_WORDS,
  ];
}

function mark(text: string, kind: string): string {
  return text.includes("{0}") ? `${text}/${kind}` : text;
}
