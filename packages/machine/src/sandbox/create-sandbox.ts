// One sandbox: the folders, programs and network of a session, and how a command is started in it.
import type { Zones } from "@parley/policy";
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Sandbox, SandboxRequest } from "../processes/sandboxed.ts";
import { findBubblewrap } from "./bubblewrap.ts";
import { checkRoots } from "./check-roots.ts";
import { findZones } from "./find-zones.ts";
import { findInheritedFiles, withoutInheritedFiles } from "./inherited-files.ts";
import { findInstallation } from "./installation.ts";
import { isWithin } from "../files/roots.ts";
import { PROXY_VARIABLES, withForwarder } from "./network/forwarder.ts";
import { openLimitedNetwork, type LimitedNetwork } from "./network/limited-network.ts";
import { EMPTY_FOLDERS, planSandbox, type Hidden, type Link, type SandboxFacts } from "./plan-sandbox.ts";
import { readRepository } from "./repository.ts";
import { sandboxEnvironment } from "./sandbox-environment.ts";
import { readSystem } from "./system-folders.ts";

export type SandboxNetwork = "open" | "limited" | "off";

export interface SandboxOptions {
  readonly network: SandboxNetwork;
  /** The session's folders, the workspace first. Absolute. */
  readonly roots: readonly string[];
  readonly parleyHome: string;
  /** What rules hide from the agent; read at each start. */
  readonly zones?: (() => Promise<Zones>) | undefined;
  /** Programs that must be visible besides the command itself: those of the agent that the command is for. */
  readonly programs?: readonly (readonly [command: string, ...args: string[]])[] | undefined;
  /** Additional places to read, and to write: the agent's own configuration. Missing ones are left out. */
  readonly read?: readonly string[] | undefined;
  readonly write?: readonly string[] | undefined;
  /** Hosts of a limited network: `host`, `host:port`, `*.host`. */
  readonly hosts?: readonly string[] | undefined;
  /** Called once for each host that the limited network refused, with a sentence. */
  readonly onRefused?: ((why: string) => void) | undefined;
  /** The user's home folder (default: as the system says). */
  readonly homeFolder?: string | undefined;
}

export interface OpenSandbox extends Sandbox, AsyncDisposable {
  readonly network: SandboxNetwork;
  /** What a program started in it would see now. Starts nothing. */
  visible(command: readonly [string, ...string[]]): Promise<VisiblePlaces>;
}

export interface VisiblePlaces {
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  /** Empty at first, and deleted with the sandbox. */
  readonly private: readonly string[];
  /** Inside visible places, but not readable. */
  readonly hidden: readonly string[];
}

/** Bubblewrap outside, and its first process inside. */
const LEVELS = 2;

/** Nothing is read from the disk before something is started in it. */
export function createSandbox(options: SandboxOptions): OpenSandbox {
  const { network, hosts = [], onRefused = () => undefined } = options;
  let opening: Promise<LimitedNetwork> | undefined;
  return {
    network,
    visible: ([file, ...args]) => listVisible({ file, args, viaShell: false }, options),
    async wrap(request) {
      const program = findBubblewrap();
      const facts = await gatherFacts(request, options);
      if (network === "limited") opening ??= openLimitedNetwork({ hosts, onRefused });
      const limited = await opening;
      const { file, args, viaShell } =
        limited === undefined ? request.invocation : withForwarder(request.invocation, limited.socket, request.env);
      const shown = limited === undefined ? facts : { ...facts, readable: [...facts.readable, limited.folder] };
      const wrapped = { file: program, args: [...planSandbox(shown), "--", file, ...args], viaShell };
      const more = { ...(facts.home === undefined && { HOME: "/tmp" }), ...(limited !== undefined && PROXY_VARIABLES) };
      return {
        invocation: withoutInheritedFiles(wrapped, findInheritedFiles()),
        env: sandboxEnvironment(request.env, more),
        levels: limited === undefined ? LEVELS : LEVELS + 1,
      };
    },
    async [Symbol.asyncDispose]() {
      await (await opening)?.[Symbol.asyncDispose]();
    },
  };
}

async function gatherFacts(
  { invocation, cwd, env, isPty }: SandboxRequest,
  options: SandboxOptions,
): Promise<SandboxFacts> {
  const home = toReal(options.homeFolder ?? homedir());
  const parleyHome = toReal(options.parleyHome);
  const roots = checkRoots(options.roots, { home, parleyHome });
  const zones = await options.zones?.();
  const found = zones === undefined ? { hidden: [], readOnly: [] } : await findZones(zones, roots);
  const system = readSystem();
  const shared = [...system.system, ...system.links.map(({ path }) => path)];
  const isSystem = (path: string): boolean => isInAny(shared, path);
  const isRoot = (path: string): boolean => isInAny(roots, path);
  const isOwn = (path: string): boolean => isWithin(parleyHome, path);
  const isTooWide = (folder: string): boolean => isWithin(folder, home) || isWithin(folder, parleyHome);
  const isExtra = (path: string): boolean => existsSync(path) && !isSystem(path) && !isRoot(path) && !isTooWide(path);

  const own = options.network === "limited" ? [[process.execPath] as const] : [];
  const started = [[invocation.file, ...invocation.args] as const, ...(options.programs ?? []), ...own];
  const installations = started.map((command) => findInstallation(command, cwd, { env, isTooWide }));
  const installed = installations.flatMap(({ paths }) => [...paths]).filter(isExtra);
  const repositories = roots.map(readRepository);
  const asked = [...(options.read ?? []), ...repositories.flatMap(({ readable }) => readable), ...gitSettings(home)];
  const readable = [...asked, ...installed].filter((path) => isExtra(path) && !isOwn(path));
  const isShown = (path: string): boolean => isSystem(path) || isRoot(path) || isInAny(readable, path);
  const links = installations.flatMap((one) => [...one.links].map(([path, target]) => ({ path, target })));
  return {
    ...system,
    links: [...system.links, ...[...links, ...linksTo(options.roots, roots)].filter(({ path }) => !isShown(path))],
    hasNetwork: options.network === "open",
    isPty,
    cwd: toReal(cwd),
    home: home === "/" ? undefined : home,
    roots,
    readable,
    writable: (options.write ?? []).filter((path) => isExtra(path) && !isOwn(path)),
    readOnly: [...found.readOnly, ...repositories.flatMap(({ readOnly }) => readOnly)],
    hidden: [...found.hidden, ...(isShown(parleyHome) && existsSync(parleyHome) ? [toFolder(parleyHome)] : [])],
    programs: installed.filter(isOwn),
  };
}

async function listVisible(invocation: SandboxRequest["invocation"], options: SandboxOptions): Promise<VisiblePlaces> {
  const request = { invocation, cwd: options.roots[0] ?? "/", env: process.env, isPty: false };
  const facts = await gatherFacts(request, options);
  const linked = facts.links.map(({ path }) => path);
  return {
    writable: [...facts.roots, ...facts.writable],
    readOnly: [...facts.system, ...linked, ...facts.readable, ...facts.programs, ...facts.readOnly],
    private: [...(facts.home === undefined ? [] : [facts.home]), ...EMPTY_FOLDERS],
    hidden: facts.hidden.map(({ path }) => path),
  };
}

function toFolder(path: string): Hidden {
  return { path, isFolder: true };
}

function isInAny(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => isWithin(folder, path));
}

/** The user's name and settings for Git; read-only, because settings can make Git run programs. */
function gitSettings(home: string): string[] {
  return [join(home, ".gitconfig"), join(home, ".config/git/config"), join(home, ".config/git/ignore")];
}

/** A folder that was named through a link is visible under that name, too. */
function linksTo(named: readonly string[], real: readonly string[]): Link[] {
  return named.flatMap((name, index) => {
    const path = resolve(name);
    const target = real[index] ?? path;
    return path === target ? [] : [{ path, target }];
  });
}

function toReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path); // It does not exist yet, so nothing of it can be shown.
  }
}
