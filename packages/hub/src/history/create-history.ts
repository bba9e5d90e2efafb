// The history of a file: which turns touched it, and which one wrote a line as it is now.
import { ParleyError } from "@parley/base";
import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize } from "node:path";
import type { FileHistory, FileTouch, History, HistoryQuery, LineOrigin } from "../api/history.ts";
import type { HubSession } from "../api/sessions.ts";
import { approvalOf, toChange } from "../file-changes/file-spans.ts";
import { HISTORY_TOUCHES_DEFAULT, HISTORY_TOUCHES_MAX } from "../limits.ts";
import type { LiveSession } from "../live/live-session.ts";
import { findTouches, type TouchedFile, type TouchSource } from "./file-touches.ts";
import { traceLine } from "./trace-line.ts";

export interface HistoryOptions extends TouchSource {
  readonly show: (session: LiveSession) => HubSession;
}

export class HubHistory implements History {
  readonly #options: HistoryOptions;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  async find({ path, line, limit = HISTORY_TOUCHES_DEFAULT }: HistoryQuery): Promise<FileHistory> {
    if (!isAbsolute(path)) throw new ParleyError({ code: "bad_input", message: "/path: must be absolute" });
    const touches = await findTouches(this.#options, await namesOf(normalize(path)));
    const shown = touches.slice(0, Math.max(1, Math.min(limit, HISTORY_TOUCHES_MAX))).map((one) => this.#show(one));
    const origin = line === undefined ? {} : { line: await this.#findLine(touches, line) };
    return { path, touches: shown, ...origin };
  }

  /** From the newest turn back: the line is either in the text before a turn, or this turn wrote it. */
  async #findLine(touches: readonly TouchedFile[], line: number): Promise<LineOrigin> {
    const counting = touches.filter(({ isUndone }) => !isUndone);
    const [latest] = counting;
    if (latest === undefined) return { found: "untouched" };
    let text = await this.#readNow(latest, line);
    let number = line;
    for (const touch of counting) {
      const { before, after } = await this.#readTexts(touch);
      if (before === undefined || after === undefined) return { found: "unknown" };
      const inAfter = traceLine(after, text, number);
      const inBefore = inAfter === undefined ? traceLine(before, text, number) : traceLine(before, after, inAfter);
      // If a turn was partly undone, a line may be from before it.
      if (inBefore === undefined)
        return inAfter === undefined ? { found: "elsewhere" } : this.#toOrigin(touch, after, inAfter);
      [text, number] = [before, inBefore];
    }
    return { found: "untouched" };
  }

  async #toOrigin(touch: TouchedFile, after: string, line: number): Promise<LineOrigin> {
    const { session, turn, path } = touch;
    const words = after.split("\n")[line - 1] ?? "";
    const writer = await this.#options.fileChanges.findWriter(session, turn, path, words);
    return { found: "turn", touch: this.#show(touch), ...(writer !== undefined && { writer }) };
  }

  async #readNow({ session, path }: TouchedFile, line: number): Promise<string> {
    const now = await (await this.#options.fileChanges.open(session)).read(undefined, path);
    if (now.state !== "present" || now.text === undefined) {
      const message = "/line: the file is gone, is not a text file, or is too large";
      throw new ParleyError({ code: "file_not_found", message });
    }
    const count = now.text.split("\n").length - (now.text.endsWith("\n") ? 1 : 0);
    if (line > count) throw new ParleyError({ code: "bad_input", message: `/line: the file has ${count} lines` });
    return now.text;
  }

  async #readTexts(
    touch: TouchedFile,
  ): Promise<{ readonly before?: string | undefined; readonly after?: string | undefined }> {
    const { session, turn, file, path } = touch;
    const snapshots = await this.#options.fileChanges.open(session);
    const read = async (id: string | undefined, name: string): Promise<string | undefined> => {
      try {
        const found = await snapshots.read(id, name);
        return found.state === "missing" ? "" : found.state === "present" ? found.text : undefined;
      } catch (error) {
        if (error instanceof ParleyError && error.code === "snapshot_not_found") return undefined;
        throw error;
      }
    };
    return { before: await read(turn.before, file.from ?? path), after: await read(turn.after, path) };
  }

  #show({ session, turn, file, prompt, isUndone }: TouchedFile): FileTouch {
    return {
      session: this.#options.show(session),
      turn: turn.number,
      atMs: turn.at ?? 0,
      prompt,
      change: toChange(file),
      ...(file.from !== undefined && { from: join(session.row.cwd, file.from) }),
      approval: approvalOf(file),
      isUndone,
    };
  }
}

/** Sessions may have been opened with another path of the same folder. */
async function namesOf(path: string): Promise<readonly string[]> {
  try {
    return [...new Set([path, join(await realpath(dirname(path)), basename(path))])];
  } catch {
    // The folder is gone, but its files may still have a history.
    return [path];
  }
}
