// The facts that policy decides on, from the real machine. Nothing is opened and nothing is changed.
import type { CommandFacts, FetchFacts, Ground, MoveFacts, PathFacts, ToolFacts, ToolKind } from "@parley/policy";
import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { guardErrors } from "../files/file-error.ts";
import { parsePath } from "../files/path-syntax.ts";
import type { Environment } from "../processes/environment.ts";
import { readCommandFacts, type CommandInput, type CommandOptions } from "./command-facts.ts";
import { readMentionFacts, readPathFacts, type ToolMention } from "./path-facts.ts";
import type { Means } from "./places.ts";
import { ProgramPath } from "./planted.ts";
import { detectPlatform } from "./platform.ts";

export interface FactsOptions {
  /** Absolute paths of existing folders. Their links are resolved once, here. */
  readonly workspace: string;
  readonly roots: readonly string[];
  /** Default: the user's own. */
  readonly home?: string | undefined;
  /** Environment of commands (default: our own). */
  readonly inherited?: Environment | undefined;
}

export interface ToolRequest {
  readonly name: string;
  readonly kind: ToolKind;
  readonly server?: string | undefined;
  readonly paths?: readonly string[] | undefined;
  /** Strings that may be paths. */
  readonly mentions?: readonly ToolMention[] | undefined;
  readonly command?: { readonly input: CommandInput; readonly options: CommandOptions } | undefined;
  readonly url?: string | undefined;
}

export interface Facts {
  /** The folders of the session, without links. */
  readonly ground: Ground;
  /** Reading and writing follow a link; deleting and moving act on the link itself. */
  pathFacts(path: string, options: { readonly means: Means }): Promise<PathFacts>;
  moveFacts(from: string, to: string): Promise<MoveFacts>;
  commandFacts(input: CommandInput, options: CommandOptions): Promise<CommandFacts>;
  fetchFacts(url: string): FetchFacts;
  toolFacts(request: ToolRequest): Promise<ToolFacts>;
}

export async function createFacts(options: FactsOptions): Promise<Facts> {
  const workspace = await resolveRoot(options.workspace);
  const roots = await Promise.all(options.roots.map(resolveRoot));
  const ground: Ground = { workspace, roots, platform: await detectPlatform(roots) };
  const { home = homedir(), inherited = process.env } = options;
  const programs = new ProgramPath(inherited["PATH"], roots);
  const pathFacts: Facts["pathFacts"] = (path, { means }) => readPathFacts(ground, path, means);
  const commandFacts: Facts["commandFacts"] = (input, given) =>
    readCommandFacts({ ground, home, inherited, path: programs }, input, given);
  return {
    ground,
    pathFacts,
    commandFacts,
    async moveFacts(from, to) {
      return { from: await pathFacts(from, { means: "entry" }), to: await pathFacts(to, { means: "entry" }) };
    },
    fetchFacts: (url) => ({ url }),
    async toolFacts({ name, kind, server, paths, mentions, command, url }) {
      const means: Means = kind === "delete" || kind === "move" ? "entry" : "target";
      return {
        name,
        kind,
        server,
        url,
        paths: paths && (await Promise.all(paths.map((path) => pathFacts(path, { means })))),
        mentions: mentions && (await readMentionFacts(ground, home, mentions)),
        command: command && (await commandFacts(command.input, command.options)),
      };
    },
  };
}

function resolveRoot(path: string): Promise<string> {
  return guardErrors("open", path, () => realpath(parsePath(path)));
}
