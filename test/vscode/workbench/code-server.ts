// A VS Code for tests: its server with the extension installed, and all of its state in one temporary folder.
import { createTempFolder } from "@parley/test-support";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PARLEY } from "../../e2e/run-parley.ts";
import { extensionHosts } from "./extension-hosts.ts";

export interface Editor {
  readonly version: string;
  readonly node: string;
  readonly entry: string;
}

export interface CodeServerOptions {
  readonly editor: Editor;
  readonly vsix: string;
  /** Further extensions beside it. */
  readonly beside?: readonly string[] | undefined;
  readonly settings?: object | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Options of Node itself, for the editor's server and its extension hosts. */
  readonly nodeFlags?: readonly string[] | undefined;
}

/** One that another process has started. */
export interface RunningCodeServer {
  readonly folder: string;
  readonly origin: string;
}

/** What would disturb tests: tips, updates, port toasts, the chat of the editor itself, dialogs at the start. */
const SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "update.showReleaseNotes": false,
  "remote.autoForwardPorts": false,
  "git.openRepositoryInParentFolders": "never",
  // Every folder is trusted, unless a test says otherwise.
  "security.workspace.trust.enabled": false,
  "security.workspace.trust.startupPrompt": "never",
  "terminal.integrated.gpuAcceleration": "off",
  "chat.mcp.autostart": "never",
  "chat.commandCenter.enabled": false,
};

const START_MS = 120_000;
/** It starts with the whole run, whose other tests come first: longer than they take on any machine. */
const IDLE_SECONDS = 7_200;
/** What a closed window leaves ends after it. */
const GRACE_SECONDS = 10;

export class CodeServer implements AsyncDisposable {
  readonly #folder: string;
  readonly #options: CodeServerOptions;
  #child: ChildProcess | undefined;
  origin = "";

  private constructor(folder: string, options: CodeServerOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Not to be disposed here. */
  static attach({ folder, origin }: RunningCodeServer, options: CodeServerOptions): CodeServer {
    const server = new CodeServer(folder, options);
    server.origin = origin;
    return server;
  }

  static async start(options: CodeServerOptions): Promise<CodeServer> {
    const server = await CodeServer.install(options);
    try {
      await server.#start();
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** A clean one with the extension, which its own command line has installed; no window can be opened. */
  static async install(options: CodeServerOptions): Promise<CodeServer> {
    const { path } = await createTempFolder();
    const server = new CodeServer(path, options);
    try {
      for (const name of ["home/run", "data/User", "data/Machine", "ext", "parley"]) {
        await mkdir(server.file(name), { recursive: true, mode: 0o700 });
      }
      await writeFile(server.file("config.yaml"), "auth: none\n");
      await server.#setUserSettings(options.settings);
      for (const vsix of [options.vsix, ...(options.beside ?? [])]) {
        await server.command("--install-extension", vsix, "--force");
      }
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  file(...names: readonly string[]): string {
    return join(this.#folder, ...names);
  }

  /** For other tests: nothing of those before runs or is stored, and windows that are opened have these settings. */
  async reset(settings?: object): Promise<void> {
    // A host that lives would start the Parley server again.
    for (const pid of extensionHosts(this.home)) process.kill(pid, "SIGKILL");
    await this.#stopParley();
    await rm(this.home, { recursive: true, force: true, maxRetries: 3 });
    await mkdir(this.home, { mode: 0o700 });
    await this.#setUserSettings(settings);
    await this.setSettings({});
  }

  /** The home of the Parley server that its windows use. */
  get home(): string {
    return this.file("parley");
  }

  get env(): Record<string, string> {
    const home = this.file("home");
    const closed = "http://127.0.0.1:9/";
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(VSCODE_|PARLEY_|VITEST|NODE_OPTIONS$|PORT$|PASSWORD$)/.test(name),
    );
    return {
      ...(Object.fromEntries(inherited) as Record<string, string>),
      HOME: home,
      XDG_RUNTIME_DIR: join(home, "run"),
      XDG_CONFIG_HOME: join(home, "config"),
      XDG_DATA_HOME: join(home, "share"),
      // A closed port answers at once, where the gallery would be looked up.
      EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: closed, itemUrl: closed, resourceUrlTemplate: closed }),
      // If the tests cannot stop it, it exits once no window has been open for a while.
      CODE_SERVER_IDLE_TIMEOUT_SECONDS: String(IDLE_SECONDS),
      CODE_SERVER_RECONNECTION_GRACE_TIME: String(GRACE_SECONDS),
      PARLEY_HOME: this.home,
      PARLEY_AGENT: "script",
      ...this.#options.env,
    };
  }

  get #arguments(): readonly string[] {
    const { entry } = this.#options.editor;
    const folders = ["--user-data-dir", this.file("data"), "--extensions-dir", this.file("ext")];
    return [entry, "--config", this.file("config.yaml"), ...folders];
  }

  /** Runs a command of the editor itself. */
  async command(...args: readonly string[]): Promise<string> {
    const { node } = this.#options.editor;
    const { stdout } = await promisify(execFile)(node, [...this.#arguments, ...args], {
      env: this.env,
      timeout: START_MS,
    });
    return stdout;
  }

  /** Settings of the machine, instead of those that were set before. Open windows take them at once. */
  async setSettings(settings: object): Promise<void> {
    await writeFile(this.file("data/Machine/settings.json"), JSON.stringify(settings));
  }

  /** Runs a command of Parley in the same home. */
  async parley(...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [PARLEY, ...args], { env: this.env });
    return stdout;
  }

  /** Asks the Parley server of its windows; with a body, it is given something. */
  async ask<Reply>(path: string, body?: object): Promise<Reply> {
    const { url } = JSON.parse(await readFile(join(this.home, "server.json"), "utf8")) as { url: string };
    const token = (await readFile(join(this.home, "token"), "utf8")).trim();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const given = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(new URL(path, url), { headers, ...given });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Reply;
  }

  /** Gives that server the log of a session: its header, and its events. */
  async importLog(lines: readonly object[]): Promise<void> {
    const { url } = JSON.parse(await readFile(join(this.home, "server.json"), "utf8")) as { url: string };
    const token = (await readFile(join(this.home, "token"), "utf8")).trim();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson" };
    const body = lines.map((line) => JSON.stringify(line)).join("\n");
    const response = await fetch(new URL("/sessions/import", url), { method: "POST", headers, body });
    if (!response.ok) throw new Error(`The import failed: ${response.status} ${await response.text()}`);
  }

  /** The process of that server. */
  async parleyPid(): Promise<number> {
    return (JSON.parse(await this.parley("server", "status", "--json")) as { readonly pid: number }).pid;
  }

  /** Its windows' processes end with it; the Parley server that they started is asked to stop. */
  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (child?.pid !== undefined && child.exitCode === null) {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      signalGroup(child.pid, "SIGTERM");
      const timer = setTimeout(() => signalGroup(child.pid, "SIGKILL"), 5_000);
      await gone;
      clearTimeout(timer);
      signalGroup(child.pid, "SIGKILL");
    }
    await this.#stopParley();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #stopParley(): Promise<void> {
    if (!existsSync(join(this.home, "server.json"))) return;
    await this.parley("server", "stop", "--grace-seconds", "0").catch(() => undefined);
  }

  /** Read when a window is opened. */
  async #setUserSettings(settings: object | undefined): Promise<void> {
    await writeFile(this.file("data/User/settings.json"), JSON.stringify({ ...SETTINGS, ...settings }));
  }

  async #start(): Promise<void> {
    const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
    const address = ["--auth", "none", "--bind-addr", "127.0.0.1:0"];
    const args = [...this.#arguments, ...address, ...quiet, "--ignore-last-opened"];
    // A process group of its own, so that everything in it ends at once.
    const flags = this.#options.nodeFlags ?? [];
    const child = spawn(this.#options.editor.node, [...flags, ...args], {
      env: this.env,
      cwd: this.file("home"),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    this.#child = child;
    this.origin = await new Promise<string>((resolve, reject) => {
      let output = "";
      const timer = setTimeout(() => reject(new Error(`code-server did not start:\n${output}`)), START_MS);
      const read = (chunk: Buffer): void => {
        output = (output + chunk.toString()).slice(-20_000);
        const [, url] = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? [];
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("exit", (code) => reject(new Error(`code-server exited with code ${code}:\n${output}`)));
    });
  }
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
