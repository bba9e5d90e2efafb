// Keeps the sessions of this window as the settings say, at once: their rules, and their MCP servers when they are idle. What the
// settings have added is remembered, so that it can be revoked, and nothing else.
import { isWithin } from "../files/path-scope.ts";
import * as vscode from "vscode";
import { APPLIED_KEPT_MAX } from "../../limits.ts";
import type { ParleyWindow } from "../parley-window.ts";
import type { CheckedValues } from "./read-checked.ts";

type Wanted = Pick<CheckedValues, "autoAllow" | "autoReject" | "servers">;

/** What the settings have added to a session: patterns, and MCP servers as JSON by their names. */
interface Applied {
  readonly allow: readonly string[];
  readonly reject: readonly string[];
  readonly servers: Readonly<Record<string, string>>;
}

const KEY = "acp.appliedSettings";
const NOTHING: Applied = { allow: [], reject: [], servers: {} };

export class SessionSettings implements vscode.Disposable {
  readonly #window: ParleyWindow;
  readonly #parts: readonly vscode.Disposable[];
  #running: Promise<void> = Promise.resolve();
  #isAsked = false;

  constructor(window: ParleyWindow) {
    this.#window = window;
    const ask = (): void => this.#ask();
    const stops = [window.sessions.subscribe(ask), window.chats.followed.subscribe(ask)];
    this.#parts = [
      window.settings.onChange(ask),
      window.folderServers.onChange(ask),
      window.onStatus(ask),
      ...stops.map((dispose) => ({ dispose })),
    ];
  }

  /** A session was created with them. */
  async applied(sessionId: string, { autoAllow, autoReject, servers }: Wanted): Promise<void> {
    await this.#keep(sessionId, { allow: autoAllow, reject: autoReject, servers: toTexts(servers) });
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#running = this.#running.then(() => {
      this.#isAsked = false;
      return this.#apply();
    });
  }

  async #apply(): Promise<void> {
    const { remote, chats, settings, log, isRestricted } = this.#window;
    if (remote.state.kind !== "connected") return;
    const { autoAllow, autoReject, servers } = settings.values;
    // In a folder that is not trusted only what rejects counts.
    const wanted: Wanted = {
      autoAllow: isRestricted ? [] : autoAllow,
      autoReject,
      servers: isRestricted ? [] : servers,
    };
    const ids = new Set([...Object.keys(this.#all), ...chats.followed.ids.filter((id) => this.#isOfThisWindow(id))]);
    for (const id of ids) {
      try {
        await this.#applyTo(id, wanted);
      } catch (error) {
        log.warn(
          `The settings were not applied to session ${id}: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  }

  #isOfThisWindow(id: string): boolean {
    const folder = this.#window.sessions.get(id)?.working_dir;
    const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    return folder !== undefined && roots.some((root) => isWithin(root, folder));
  }

  async #applyTo(id: string, wanted: Wanted): Promise<void> {
    const { sessions, remote } = this.#window;
    const session = sessions.get(id);
    // One that is not in the list is unknown or deleted.
    if (session === undefined) return;
    const before = this.#all[id] ?? NOTHING;
    const rules = {
      auto_allow: replace(session.rules.auto_allow, before.allow, wanted.autoAllow),
      auto_reject: replace(session.rules.auto_reject, before.reject, wanted.autoReject),
    };
    if (!isSame(rules, session.rules)) await remote.request("sessions/setPolicy", { id, rules });
    const servers = await this.#applyServers(id, before.servers);
    const after: Applied = { allow: wanted.autoAllow, reject: wanted.autoReject, servers };
    if (!isSame(after, before)) await this.#keep(id, after);
  }

  /** Agents get them with the next turn. A turn that runs is waited for: the end of it changes the list of sessions. */
  async #applyServers(id: string, before: Applied["servers"]): Promise<Applied["servers"]> {
    const session = this.#window.sessions.get(id);
    if (this.#window.isRestricted || session?.status !== "idle") return before;
    const { serversFor, secretsOf } = await import("../agents/session-setup.ts");
    const servers = serversFor(this.#window, session.working_dir);
    const after = toTexts(servers);
    if (isSame(before, after)) return before;
    const { remote, secrets, brought } = this.#window;
    const names = secretsOf(servers);
    if (names.length > 0) {
      const values = await secrets.valuesOf(names);
      await remote.request("sessions/setLaunch", { id, secrets: values });
      await brought.keep(id, { ...brought.names(id), secrets: names }, { ...brought.launch(id), secrets: values });
    }
    for (const name of Object.keys(before).filter((one) => !(one in after)))
      await remote.request("sessions/removeExtension", { id, name });
    for (const server of servers.filter(({ name }) => before[name] !== after[name]))
      await remote.request("sessions/addExtension", { id, server: { ...server } });
    return after;
  }

  async #keep(id: string, applied: Applied): Promise<void> {
    const others = Object.entries(this.#all).filter(([other]) => other !== id);
    const isEmpty = isSame(applied, NOTHING);
    const kept = isEmpty ? others : [...others, [id, applied] as const];
    await this.#window.context.workspaceState.update(KEY, Object.fromEntries(kept.slice(-APPLIED_KEPT_MAX)));
  }

  get #all(): Readonly<Record<string, Applied>> {
    return this.#window.context.workspaceState.get<Readonly<Record<string, Applied>>>(KEY, {});
  }
}

/** What others have set stays. */
function replace(rules: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  return [...new Set([...rules.filter((rule) => !before.includes(rule)), ...after])];
}

function toTexts(servers: Wanted["servers"]): Applied["servers"] {
  return Object.fromEntries(servers.map((server) => [server.name, JSON.stringify(server)]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
