// Remembers the content of each file that the model has seen, to warn it about changes made by others.
import type { PathFacts } from "@parley/policy";
import { createHash } from "node:crypto";
import { KNOWN_FILES_MAX } from "../../limits.ts";
import type { ToolContext } from "../tool-context.ts";

export class KnownFiles implements AsyncDisposable {
  /** Ordered from oldest to newest. */
  readonly #fingerprints = new Map<string, string>();

  /** Records content that the model has read or written. */
  see({ real }: PathFacts, text: string): void {
    this.#fingerprints.delete(real);
    this.#fingerprints.set(real, toFingerprint(text));
    const [oldest] = this.#fingerprints.keys();
    if (this.#fingerprints.size > KNOWN_FILES_MAX && oldest !== undefined) this.#fingerprints.delete(oldest);
  }

  /** False for a file that the model has never seen. */
  hasChanged({ real }: PathFacts, text: string): boolean {
    const known = this.#fingerprints.get(real);
    return known !== undefined && known !== toFingerprint(text);
  }

  forget({ real }: PathFacts): void {
    this.#fingerprints.delete(real);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#fingerprints.clear();
  }
}

export function knownFiles(context: ToolContext): KnownFiles {
  return context.resource("known-files", () => new KnownFiles());
}

function toFingerprint(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
