// Ways to write a prompt other than typing it (the user's editor, the clipboard), and its attachments.
import type { PromptCapabilities } from "@parley/acp";
import { readClipboardImage } from "../terminal/clipboard-image.ts";
import { describeAttached, type AttachedLabel } from "./attached-files.ts";
import type { ChatActions } from "./commands/command.ts";
import { editInEditor } from "./edit-in-editor.ts";
import type { InputBox } from "./input-box.ts";
import type { InputState } from "./input/input-state.ts";
import type { TerminalScreen } from "./terminal-screen.ts";

export class Writing {
  readonly #input: InputBox;
  #described: { readonly state: InputState; readonly labels: readonly AttachedLabel[] } | undefined;

  constructor(input: InputBox) {
    this.#input = input;
  }

  async openEditor(lend: TerminalScreen["lend"]): Promise<void> {
    const { text } = this.#input.written;
    this.#input.setEdited(await lend(() => editInEditor(text)));
  }

  async pasteImage(actions: Pick<ChatActions, "during" | "note">): Promise<void> {
    const image = await actions.during("Reading the clipboard", () => readClipboardImage());
    if (image === undefined) return actions.note("info", "The clipboard has no image.");
    const data = image.toString("base64");
    this.#input.attach({ type: "image", name: "image.png", mimeType: "image/png", data });
  }

  /** Files are looked up when the input changes, not with every repaint. */
  attached(cwd: string, capabilities: PromptCapabilities | undefined): readonly AttachedLabel[] {
    const { state } = this.#input;
    if (this.#described?.state !== state)
      this.#described = { state, labels: describeAttached(state, cwd, capabilities) };
    return this.#described.labels;
  }
}
