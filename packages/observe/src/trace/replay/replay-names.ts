// Maps recorded names to current ones: sessions, terminals, folders.
import { rewriteStrings } from "../json-text.ts";

/** Shorter folders occur in too many texts. */
const FOLDER_CHARS_MIN = 2;

export class ReplayNames {
  readonly #ids = new Map<string, string>();
  readonly #folders: { readonly pattern: RegExp; readonly recorded: string; readonly now: string }[] = [];

  learnId(recorded: unknown, now: unknown): void {
    if (typeof recorded === "string" && typeof now === "string" && recorded !== now) this.#ids.set(recorded, now);
  }

  learnFolder(recorded: unknown, now: unknown): void {
    if (typeof recorded !== "string" || typeof now !== "string" || recorded === now) return;
    if (recorded.length < FOLDER_CHARS_MIN || this.#folders.some((folder) => folder.recorded === recorded)) return;
    const pattern = new RegExp(`${recorded.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}(?![\\w.-])`, "g");
    this.#folders.push({ pattern, recorded, now });
  }

  idOf(recorded: string | undefined): string | undefined {
    return recorded === undefined ? undefined : (this.#ids.get(recorded) ?? recorded);
  }

  /** The message with the current names, otherwise unchanged. */
  apply(json: string): string {
    if (this.#ids.size === 0 && this.#folders.length === 0) return json;
    return rewriteStrings(json, (value) => {
      const id = this.#ids.get(value);
      if (id !== undefined) return id;
      let text = value;
      for (const { pattern, recorded, now } of this.#folders) {
        if (text.includes(recorded)) text = text.replaceAll(pattern, () => now);
      }
      return text;
    });
  }
}
