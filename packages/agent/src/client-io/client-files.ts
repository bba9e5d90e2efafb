// Files through the client, including unsaved changes in the editor.
import type { ClientConnection } from "@parley/acp";
import type { PathFacts } from "@parley/policy";
import { toClientPath } from "./client-path.ts";
import type { ReadRange } from "./session-files.ts";
import { CLIENT_ANSWER_MS_MAX } from "../limits.ts";

export type ReachedClient = Pick<ClientConnection, "supports" | "request">;

export interface ClientFilesOptions {
  readonly client: ReachedClient;
  readonly sessionId: string;
  /** The roots as the client named them. */
  readonly roots: readonly string[];
}

export class ClientFiles {
  readonly #options: ClientFilesOptions;

  constructor(options: ClientFilesOptions) {
    this.#options = options;
  }

  get canRead(): boolean {
    return this.#options.client.supports("fs.readTextFile");
  }

  get canWrite(): boolean {
    return this.#options.client.supports("fs.writeTextFile");
  }

  async read(facts: PathFacts, { line, limit }: ReadRange, signal: AbortSignal | undefined): Promise<string> {
    const { client, sessionId, roots } = this.#options;
    const path = toClientPath(roots, facts);
    const range = { ...(line !== undefined && { line }), ...(limit !== undefined && { limit }) };
    const options = { signal, timeoutMs: CLIENT_ANSWER_MS_MAX };
    const { content } = await client.request("fs/read_text_file", { sessionId, path, ...range }, options);
    return content;
  }

  async write(facts: PathFacts, content: string, signal: AbortSignal | undefined): Promise<void> {
    const { client, sessionId, roots } = this.#options;
    const path = toClientPath(roots, facts);
    const options = { signal, timeoutMs: CLIENT_ANSWER_MS_MAX };
    await client.request("fs/write_text_file", { sessionId, path, content }, options);
  }
}
