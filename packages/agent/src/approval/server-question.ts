// The port through which MCP servers ask the user: a form to fill in, or a page to open.
import type { ElicitationSchema } from "@parley/acp";

export type ServerQuestion =
  | { readonly mode: "form"; readonly message: string; readonly requestedSchema: ElicitationSchema }
  | { readonly mode: "url"; readonly message: string; readonly url: string; readonly elicitationId: string };

export interface ServerAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>> | undefined;
}

export interface ServerQuestions {
  /** What the client can show. A server learns of nothing else. */
  readonly modes: readonly ServerQuestion["mode"][];
  /** Rejects with an RpcError for the server if the user cannot be asked. */
  ask(server: string, question: ServerQuestion, signal: AbortSignal): Promise<ServerAnswer>;
  /** The server says that what its page was for is done. */
  complete(server: string, elicitationId: string): void;
}
