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
  /** What the client can show. Servers only learn of these. */
  readonly modes: readonly ServerQuestion["mode"][];
  /** Rejects with an RpcError for the server if the user cannot be asked. */
  ask(server: string, question: ServerQuestion, signal: AbortSignal): Promise<ServerAnswer>;
  /** The server reports that its page is completed. */
  complete(server: string, elicitationId: string): void;
}
