// What becomes of an example that does not simply run and exit with 0. The first row that fits counts; one that fits nothing fails the test.
import { spawnSync } from "node:child_process";

export type Expectation =
  /** Runs until it is stopped; `says` is printed when it is ready. */
  | { readonly kind: "serves"; readonly says: string }
  /** Talks to a person in a terminal, who leaves with these keys. */
  | { readonly kind: "chats"; readonly sees: string; readonly leaves: string; readonly code: number }
  /** Asks the server of this home, or looks for one at the usual address. */
  | { readonly kind: "asks" }
  /** `first` is what its reader has done before, `last` what is left to do after it. */
  | { readonly kind: "exits"; readonly code: number; readonly first?: string; readonly last?: string }
  /** Cannot be run by a test, and why. */
  | { readonly kind: "left out"; readonly why: string };

const CHANGE = 'parley run --agent goose --approve all "write notes.txt $RANDOM"';

const hasJq = spawnSync("jq", ["--version"]).status === 0;

export const EXPECTATIONS: readonly (readonly [RegExp, Expectation])[] = [
  ...(hasJq ? [] : [[/\| jq\b/, { kind: "left out", why: "jq is not installed" }] as const]),
  [/^npm (start|test)$/, { kind: "left out", why: "every run of the tests has done it" }],
  [/^npm (run|start|test)\b/, { kind: "left out", why: "it takes minutes; continuous integration and people run it" }],
  [
    /^npm (link|i|install)\b/,
    { kind: "left out", why: "it changes npm's global folder; package.test.ts installs the package" },
  ],
  [
    /parley (questions answer|turns cancel)\b/,
    { kind: "left out", why: "it needs a question or a turn of its own; questions-and-turns.test.ts has them" },
  ],
  [
    /parley queue (edit|move|send|withdraw)\b/,
    { kind: "left out", why: "it needs prompts that wait; queue-command.test.ts has them" },
  ],
  [/\/events$/, { kind: "left out", why: "it runs until it is stopped; events.test.ts reads it" }],
  [
    /parley sessions attach\b/,
    { kind: "left out", why: "it needs a turn on a server; run-on-server.test.ts has them" },
  ],
  [/parley server stop\b/, { kind: "exits", code: 0, first: "parley server start" }],
  [/parley server\b/, { kind: "exits", code: 0, first: "parley server start", last: "parley server stop" }],
  [/^code --install-extension\b/, { kind: "left out", why: "it needs VS Code; test/vscode installs the extension" }],
  [/db\.(example|internal)/, { kind: "left out", why: "it needs a database; serve/postgres.test.ts has one" }],
  [/parley serve\b.*--json/, { kind: "serves", says: '{"url":' }],
  [/parley serve\b/, { kind: "serves", says: "Parley is serving" }],
  [/https:\/\/box\.example/, { kind: "left out", why: "another machine is meant" }],
  [/parley agents (install|update|remove)\b/, { kind: "left out", why: "it needs an agent from the internet" }],
  [
    /parley agents (sign-in|sign-out|restart|log|traffic)\b/,
    { kind: "left out", why: "it needs an agent that runs on a server; serve/agent-programs.test.ts has one" },
  ],
  [
    /--resume\b/,
    { kind: "left out", why: "it needs a session that an agent keeps; serve/agent-sessions.test.ts has one" },
  ],
  [/parley mcp remove\b/, { kind: "exits", code: 0, first: "parley mcp add wiki --url https://wiki.example/mcp" }],
  [
    /parley mcp sign-(in|out)\b/,
    { kind: "left out", why: "the servers of the examples do not exist; mcp-sign-in.test.ts has one" },
  ],
  [
    /parley mcp list --check/,
    { kind: "left out", why: "the servers of the examples do not exist; mcp-command.test.ts has some" },
  ],
  [/parley agent login (?!.*<)/, { kind: "chats", sees: "ANTHROPIC_API_KEY", leaves: "\u0003", code: 130 }],
  [/parley bridge\b|parley sessions import\b|parley recipe make\b|127\.0\.0\.1:4717|^TOKEN=/, { kind: "asks" }],
  [
    /parley watch\b/,
    { kind: "left out", why: "it shows whatever the feed of this machine has; its own tests give it one" },
  ],
  [
    /parley sessions (changes|keep|redo)\b/,
    { kind: "left out", why: "it needs a session of a server; changes-command.test.ts has one" },
  ],
  [
    /parley worktrees (merge|remove)\b/,
    { kind: "left out", why: "it needs a worktree; serve/rules-and-files.test.ts has one" },
  ],
  [
    /parley sessions terminals?\b/,
    { kind: "left out", why: "it needs a command on a server; serve/terminals.test.ts has one" },
  ],
  [/parley agents (restart|log) goose\b/, { kind: "exits", code: 0, first: CHANGE }],
  [/parley sessions (undo\b|rewind .*--turn last)/, { kind: "exits", code: 0, first: CHANGE }],
  [/parley chat .*--resume\b/, { kind: "left out", why: "it needs a session of that very agent" }],
  [/completion (zsh|powershell)/, { kind: "left out", why: "it is for another shell" }],
  [/^(npx )?parley$|parley (chat|sessions resume)\b/, { kind: "chats", sees: "›", leaves: "/exit\r", code: 0 }],
];
