// The editors that are connected, and which of them has a file of a session.
import type { EditorReport, Editors, EditorSurface, EditorTool, JoinedEditor } from "../api/editors.ts";
import { SessionTools, type EditorToolsProgram } from "./editor-tools.ts";
import { isWithin, toRealPath } from "./paths.ts";

export interface FoundEditor {
  readonly surface: EditorSurface;
  /** How it names the file, if it has it open. */
  readonly path: string | undefined;
  readonly isDirty: boolean;
  /** It reports its documents, so this information is reliable. */
  readonly isReported: boolean;
}

interface OpenDocument {
  readonly path: string;
  readonly isDirty: boolean;
}

interface Entry {
  readonly surface: EditorSurface;
  readonly sessions: Set<string>;
  /** By real path; undefined: it has never reported. */
  documents: ReadonlyMap<string, OpenDocument> | undefined;
  /** Real paths; undefined: those of its sessions. */
  folders: readonly string[] | undefined;
  /** Undefined: not reported yet, for example by a window that is being reloaded. */
  tools: readonly EditorTool[] | undefined;
  /** Grows with every use. */
  usedAt: number;
}

interface Offering {
  readonly surface: EditorSurface;
  readonly tools: readonly EditorTool[];
}

export class EditorTable implements Editors {
  readonly tools: SessionTools;
  readonly #entries = new Set<Entry>();
  #uses = 0;
  /** Called once when an editor follows another session or offers other tools. */
  readonly #waiting = new Set<() => void>();
  /** Called every time. */
  readonly #watching = new Set<() => void>();

  constructor(program?: EditorToolsProgram) {
    this.tools = new SessionTools(this, program);
  }

  join(surface: EditorSurface): JoinedEditor {
    const sessions = new Set<string>();
    const unknown = { documents: undefined, folders: undefined, tools: undefined };
    const entry: Entry = { surface, sessions, ...unknown, usedAt: this.#nextUse() };
    let reports = 0;
    this.#entries.add(entry);
    return {
      follow: (sessionId) => {
        sessions.add(sessionId);
        this.#wake();
      },
      unfollow: (sessionId) => void sessions.delete(sessionId),
      report: async (report) => {
        reports += 1;
        const number = reports;
        const read = await readReport(report);
        // A later report may have been processed first.
        if (number !== reports) return;
        Object.assign(entry, read);
        entry.usedAt = this.#nextUse();
      },
      offer: (tools) => {
        entry.tools = tools;
        this.#wake();
      },
      used: () => void (entry.usedAt = this.#nextUse()),
      leave: () => void this.#entries.delete(entry),
    };
  }

  /** Those that may be asked for a file within the session's folders, the best one first. `real` has no links. */
  find(sessionId: string, real: string, need: "read" | "write"): readonly FoundEditor[] {
    const able = [...this.#entries].filter(
      ({ surface, sessions }) => sessions.has(sessionId) && (need === "read" ? surface.canRead : surface.canWrite),
    );
    const owners = able.filter((entry) => owns(entry, real));
    const sorted = owners.toSorted((one, other) => rank(other, real) - rank(one, real) || other.usedAt - one.usedAt);
    const found = sorted.map((entry) => toFound(entry, real));
    // Files that an editor reports as saved or not open are read from the disk.
    return need === "write" ? found : found.filter(({ isDirty, isReported }) => isDirty || !isReported);
  }

  /**
   * Editors that follow the session and have reported their tools: those with tools first, then the most recently used
   * one.
   */
  offering(sessionId: string): readonly Offering[] {
    return [...this.#entries]
      .filter(({ sessions }) => sessions.has(sessionId))
      .flatMap(({ surface, tools, usedAt }) => (tools === undefined ? [] : [{ surface, tools, usedAt }]))
      .toSorted(
        (one, other) => Number(other.tools.length > 0) - Number(one.tools.length > 0) || other.usedAt - one.usedAt,
      );
  }

  /** Resolves when an editor follows another session or offers other tools. */
  changed(): { readonly promise: Promise<void>; readonly stop: () => void } {
    const stops: (() => void)[] = [];
    const promise = new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      stops.push(() => this.#waiting.delete(resolve));
    });
    return { promise, stop: () => stops.forEach((stop) => stop()) };
  }

  /**
   * Calls the listener whenever an editor follows another session or offers other tools. Returns a function that stops
   * it.
   */
  watch(listener: () => void): () => void {
    this.#watching.add(listener);
    return () => void this.#watching.delete(listener);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
    for (const listener of this.#watching) listener();
  }

  #nextUse(): number {
    this.#uses += 1;
    return this.#uses;
  }
}

/** The session's own folders contain the path already. */
function owns({ surface, documents, folders }: Entry, real: string): boolean {
  if (documents?.has(real) === true) return true;
  if (!surface.isLocal) return false;
  if (folders === undefined) return true;
  return folders.some((folder) => isWithin(folder, real));
}

function rank({ documents }: Entry, real: string): number {
  const document = documents?.get(real);
  return document === undefined ? 0 : document.isDirty ? 2 : 1;
}

function toFound({ surface, documents }: Entry, real: string): FoundEditor {
  const document = documents?.get(real);
  const isReported = documents !== undefined;
  return { surface, path: document?.path, isDirty: document?.isDirty === true, isReported };
}

async function readReport({ documents, folders }: EditorReport): Promise<Pick<Entry, "documents" | "folders">> {
  const open = await Promise.all(documents.map(async (one) => [await toRealPath(one.path), one] as const));
  return { documents: new Map(open), folders: folders && (await Promise.all(folders.map(toRealPath))) };
}
