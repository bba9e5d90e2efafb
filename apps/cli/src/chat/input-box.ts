// The input with everything it needs: the history, the commands and the files that can be completed.
import {
  complete,
  draftOf,
  toDraft,
  toWritten,
  type AttachedChip,
  type CommandEntry,
  type WrittenPrompt,
} from "@parley/chat-model";
import type { Key } from "../terminal/keys/key.ts";
import type { HistoryFile } from "./input/history-file.ts";
import { withMedia } from "./input/folds.ts";
import {
  completed,
  draftIn,
  emptyInput,
  reduceInput,
  submitted,
  withDraft,
  type InputContext,
  type InputState,
  type Intent,
} from "./input/input-state.ts";
import type { WorkspaceFileList } from "./workspace-file-list.ts";

export interface InputBoxOptions {
  readonly history: HistoryFile;
  readonly files: WorkspaceFileList;
  readonly columns: () => number;
  readonly commands: () => readonly CommandEntry[];
  readonly hasQueued: () => boolean;
  readonly mentionImage: (pasted: string) => string | undefined;
}

export class InputBox {
  readonly #options: InputBoxOptions;
  #state: InputState;

  constructor(options: InputBoxOptions) {
    this.#options = options;
    this.#state = emptyInput(options.history.entries);
  }

  get state(): InputState {
    return this.#state;
  }

  get text(): string {
    return this.#state.editor.text;
  }

  key(key: Key): Intent | undefined {
    const { state, intent } = reduceInput(this.#state, key, this.#context());
    this.#state = state;
    return intent;
  }

  setText(text: string): void {
    this.#state = withDraft(this.#state, { text, folds: [] }, this.#context());
  }

  /** A prompt comes back for editing. */
  setPrompt(prompt: WrittenPrompt): void {
    this.#state = withDraft(this.#state, draftOf(prompt), this.#context());
  }

  /** What would be sent now. */
  get written(): WrittenPrompt {
    return toWritten(draftIn(this.#state));
  }

  /** The text was edited elsewhere; its labels keep their images. */
  setEdited(text: string): void {
    this.#state = withDraft(this.#state, toDraft(text, this.#state.folds), this.#context());
  }

  attach(chip: AttachedChip): void {
    this.#state = withMedia(this.#state, chip);
  }

  sent(text: string, isRemembered: boolean): void {
    const { history } = this.#options;
    if (isRemembered) history.add(text);
    this.#state = submitted(this.#state, history.entries);
  }

  /** The files have been found, so the menu may have more entries. */
  refresh(): void {
    if (this.text.includes("@")) this.#state = completed(this.#state, this.#context());
  }

  #context(): InputContext {
    const { columns, hasQueued, commands, files, mentionImage } = this.#options;
    return {
      mentionImage,
      columns: columns(),
      hasQueued: hasQueued(),
      complete: (text, cursor) =>
        complete(text, cursor, {
          commands: text.startsWith("/") ? commands() : [],
          files: files.files,
          wantFiles: () => files.want(),
        }),
    };
  }
}
