// A private VS Code for tests: its server with the extension installed, and all of its state in one temporary folder.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PARLEY } from "../../e2e/run-parley.ts";

export interface Editor {
  readonly version: string;
  readonly node: string;
  readonly entry: string;
}

export interface CodeServerOptions {
  readonly editor: Editor;
  readonly vsix: string;
  readonly settings?: object | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Options of Node itself, for the editor's server and its extension hosts. */
  readonly nodeFlags?: readonly string[] | undefined;
  /** Folders are trusted unless false: then windows start in Restricted Mode. */
  readonly isTrusting?: boolean | undefined;
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
  "security.workspace.trust.startupPrompt": "never",
  "terminal.integrated.gpuAcceleration": "off",
  "chat.mcp.autostart": "never",
  "chat.commandCenter.enabled": false,
};

const START_MS = 120_000;

export class CodeServer implements AsyncDisposable {
  readonly #folder: TempFolder;
  readonly #options: CodeServerOptions;
  #child: ChildProcess | undefined;
  origin = "";

  private constructor(folder: TempFolder, options: CodeServerOptions) {
    this.#folder = folder;
    this.#options = options;
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
    const server = new CodeServer(await createTempFolder(), options);
    try {
      for (const name of ["home/run", "data/User", "data/Machine", "ext", "parley"]) {
        await mkdir(server.file(name), { recursive: true, mode: 0o700 });
      }
      await writeFile(server.file("config.yaml"), "auth: none\n");
      const settings = JSON.stringify({ ...SETTINGS, ...options.settings });
      await writeFile(server.file("data/User/settings.json"), settings);
      await server.command("--install-extension", options.vsix, "--force");
      return server;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  file(...names: readonly string[]): string {
    return this.#folder.file(...names);
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
    await this.parley("server", "stop", "--grace-seconds", "0").catch(() => undefined);
    await this.#folder[Symbol.asyncDispose]();
  }

  async #start(): Promise<void> {
    const quiet = ["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"];
    const trust = this.#options.isTrusting === false ? [] : ["--disable-workspace-trust"];
    const args = [...this.#arguments, "--auth", "none", "--bind-addr", "127.0.0.1:0", ...quiet, "--ignore-last-opened"];
    // A process group of its own, so that everything in it ends at once.
    const flags = this.#options.nodeFlags ?? [];
    const child = spawn(this.#options.editor.node, [...flags, ...args, ...trust], {
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
