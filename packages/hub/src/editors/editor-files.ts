// The files of a session: through the editor that has them open, otherwise on the disk. Policy has already decided in
// both cases.
//
// If an editor fails, the disk is used instead, with a note. For a write, the disk is checked first, because the editor
// may have written before it failed.
import { RESOURCE_NOT_FOUND } from "@parley/acp";
import { ParleyError, type Log } from "@parley/base";
import type { SessionScope } from "@parley/client";
import { openDiskFiles, type OpenTextFiles, type TextFiles } from "@parley/client/features";
import type { ReadRequest, ReadText, WriteRequest, WrittenText } from "@parley/machine";
import { ErrorCodes, type RpcError } from "@parley/rpc";
import { EDITOR_ANSWER_MS, EDITOR_TEXT_CHARS_MAX } from "../limits.ts";
import { askEditor } from "./ask-editor.ts";
import { EditorNotes } from "./editor-notes.ts";
import type { EditorTable, FoundEditor } from "./editor-table.ts";
import { readSize, readStamp, type FileStamp } from "./file-stamp.ts";
import { nameFolders, toNamedPath, type NamedFolder } from "./paths.ts";

export interface EditorFilesOptions {
  readonly editors: EditorTable;
  /** How long an editor may take to answer, and then to confirm that it was cancelled. */
  readonly answerMs?: number | undefined;
  /** The agent should learn that its text is not on the disk. */
  readonly onUnsaved: (sessionId: string, text: string) => void;
  readonly log: Log;
}

export function createEditorFiles(options: EditorFilesOptions): OpenTextFiles {
  return async (scope) => {
    const [disk, folders] = await Promise.all([openDiskFiles(scope), nameFolders(scope.roots)]);
    return new EditorFiles(options, scope, disk, folders);
  };
}

/** An editor, and how it names the file. */
interface Owner extends FoundEditor {
  readonly path: string;
}

class EditorFiles implements TextFiles {
  readonly #options: EditorFilesOptions;
  readonly #scope: SessionScope;
  readonly #disk: TextFiles;
  readonly #folders: readonly NamedFolder[];
  readonly #notes: EditorNotes;
  readonly #answerMs: number;

  constructor(options: EditorFilesOptions, scope: SessionScope, disk: TextFiles, folders: readonly NamedFolder[]) {
    this.#options = options;
    this.#scope = scope;
    this.#disk = disk;
    this.#folders = folders;
    this.#notes = new EditorNotes(scope);
    this.#answerMs = options.answerMs ?? EDITOR_ANSWER_MS;
  }

  async readTextFile(request: ReadRequest): Promise<ReadText> {
    const { decidedPath: real, signal } = request;
    const owner = isRange(request) ? this.#owner(real, "read") : undefined;
    if (real === undefined || owner === undefined) return this.#disk.readTextFile(request);
    if (isWhole(request) && (await readSize(real)) > EDITOR_TEXT_CHARS_MAX) {
      if (owner.isDirty) this.#useDisk(owner, TOO_LARGE);
      return this.#disk.readTextFile(request);
    }
    const content = await this.#read(owner, request, real);
    signal?.throwIfAborted();
    return content === undefined ? this.#disk.readTextFile(request) : { content, realPath: real, lossy: false };
  }

  async writeTextFile(request: WriteRequest): Promise<WrittenText> {
    const { content, decidedPath: real } = request;
    const owner = this.#owner(real, "write");
    if (real === undefined || owner === undefined) return this.#disk.writeTextFile(request);
    if (content.length > EDITOR_TEXT_CHARS_MAX) {
      if (owner.isDirty) this.#useDisk(owner, TOO_LARGE);
      return this.#disk.writeTextFile(request);
    }
    const { surface, path } = owner;
    const { id: sessionId } = this.#scope;
    const before = await readStamp(real);
    const ask = (signal: AbortSignal): Promise<void> => surface.write({ sessionId, path, content }, signal);
    const answer = await askEditor(surface, ask, { answerMs: this.#answerMs, awaitsEnd: true });
    if (answer.kind === "answered") {
      await this.#checkSaved(owner, request, real, before);
      return { realPath: real, created: before === undefined, leftHardLinks: false };
    }
    if (answer.kind === "failed") return this.#writeInstead(owner, request, real, before, answer.why);
    if (isForeign(answer.error)) return this.#disk.writeTextFile(request);
    // The user may have refused there, so the disk must not be used to get around it.
    const message = `${surface.name} did not write ${JSON.stringify(path)}: ${answer.error.message}`;
    throw new ParleyError({ code: "file_denied", message, cause: answer.error });
  }

  #owner(real: string | undefined, need: "read" | "write"): Owner | undefined {
    if (real === undefined) return undefined;
    const named = toNamedPath(this.#folders, real);
    // The disk refuses what is outside.
    if (named === undefined) return undefined;
    const [found, ...others] = this.#options.editors.find(this.#scope.id, real, need);
    if (found === undefined) return undefined;
    const rival = found.isDirty ? others.find(({ isDirty }) => isDirty) : undefined;
    if (rival !== undefined) {
      const where = `${found.surface.name} and ${rival.surface.name}`;
      this.#notes.add("warning", `${named} has unsaved changes in ${where}. The one that was used last counts`);
    }
    return { ...found, path: found.path ?? named };
  }

  /** Undefined if the disk has to be read. */
  async #read(owner: Owner, { line, limit, signal }: ReadRequest, real: string): Promise<string | undefined> {
    const { surface, path, isDirty } = owner;
    const range = { ...(typeof line === "number" && { line }), ...(typeof limit === "number" && { limit }) };
    const request = { sessionId: this.#scope.id, path, ...range };
    const options = { answerMs: this.#answerMs, awaitsEnd: false, signal };
    const answer = await askEditor(surface, (ended) => surface.read(request, ended), options);
    if (signal?.aborted === true) return undefined;
    if (answer.kind === "answered") {
      const content: unknown = answer.value;
      const mistake = findMistake(content, limit);
      // Some editors answer with an empty result if they do not have the file.
      if (content === "" && !isDirty && (await readStamp(real)) === undefined) return undefined;
      if (mistake === undefined) return answer.value;
      this.#useDisk(owner, mistake);
    } else if (answer.kind === "failed") this.#useDisk(owner, answer.why);
    else if (isDirty || !isForeign(answer.error)) this.#useDisk(owner, `reported an error: ${answer.error.message}`);
    return undefined;
  }

  /** It may have written before it failed, so the disk decides. */
  async #writeInstead(
    owner: Owner,
    request: WriteRequest,
    real: string,
    before: FileStamp,
    why: string,
  ): Promise<WrittenText> {
    const isUntouched = (await readStamp(real)) === before;
    if (!isUntouched) {
      if ((await this.#diskText(request)) !== request.content) throw changedMeanwhile(owner, why);
      this.#notes.add("info", `${owner.surface.name} ${why}, but has saved ${owner.path}`);
      return { realPath: real, created: before === undefined, leftHardLinks: false };
    }
    this.#useDisk(owner, why);
    return this.#disk.writeTextFile(request);
  }

  async #checkSaved({ surface, path }: Owner, request: WriteRequest, real: string, before: FileStamp): Promise<void> {
    if ((await readStamp(real)) !== before || (await this.#diskText(request)) === request.content) return;
    const earlier = before === undefined ? "do not see it" : "see the earlier text";
    const text = `${path} was changed in ${surface.name}, which has not saved it: commands and the list of changes ${earlier}`;
    if (this.#notes.add("warning", text)) this.#options.onUnsaved(this.#scope.id, describeUnsaved(surface.name, path));
  }

  async #diskText({ path, decidedPath }: WriteRequest): Promise<string | undefined> {
    try {
      const target = decidedPath === undefined ? { path } : { path, decidedPath };
      return (await this.#disk.readTextFile(target)).content;
    } catch (error) {
      if (error instanceof ParleyError) return undefined; // It does not exist or is not text.
      throw error;
    }
  }

  #useDisk({ surface, path, isDirty }: Owner, why: string): void {
    const { log } = this.#options;
    log.write("info", "Used a file on the disk instead of an editor's", { editor: surface.name, path, why });
    const unsaved = isDirty ? ", without its unsaved changes" : "";
    this.#notes.add("warning", `${surface.name} ${why}: ${path} on the disk was used${unsaved}`);
  }
}

const TOO_LARGE = "was not asked, because the file is too large";

function isWhole({ limit }: ReadRequest): boolean {
  return typeof limit !== "number";
}

/** An invalid range is reported by the disk. */
function isRange({ line, limit }: ReadRequest): boolean {
  return isCount(line, 1) && isCount(limit, 0);
}

function isCount(value: number | null | undefined, least: number): boolean {
  return value === undefined || value === null || (Number.isSafeInteger(value) && value >= least);
}

/** What is wrong with a text that an editor gave; completes "The editor …". */
function findMistake(content: unknown, limit: number | null | undefined): string | undefined {
  if (typeof content !== "string") return "gave an invalid answer";
  if (content.length > EDITOR_TEXT_CHARS_MAX) return `gave more than ${EDITOR_TEXT_CHARS_MAX} characters`;
  if (typeof limit === "number" && countLines(content) > limit) return "gave more lines than it was asked for";
  return undefined;
}

function countLines(text: string): number {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** The editor does not have the file, or lacks the method that it announced. */
function isForeign({ code }: RpcError): boolean {
  return code === RESOURCE_NOT_FOUND || code === ErrorCodes.methodNotFound;
}

function describeUnsaved(name: string, path: string): string {
  const what = `The text that you wrote to ${path} was taken by ${name}, but not saved.`;
  return `${what} Until it is saved, commands and searches see the text on the disk.`;
}

function changedMeanwhile({ surface, path }: Owner, why: string): ParleyError {
  const message = `${surface.name} ${why}, and ${JSON.stringify(path)} has changed since. Nothing more was written`;
  return new ParleyError({ code: "file_failed", message, remedy: { label: "Read the file again, then write it" } });
}
