// The port to one connected server: its offer, its requests, and its end.

export interface ListedTool {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
}

export interface PromptArgument {
  readonly name: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
}

export interface ListedPrompt {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
}

export interface ListedResource {
  /** With `{…}` in it if it is a template. */
  readonly uri: string;
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly isTemplate: boolean;
}

export interface Lists {
  readonly tools: readonly ListedTool[];
  readonly prompts: readonly ListedPrompt[];
  readonly resources: readonly ListedResource[];
  /** What was skipped, and why, for the user. */
  readonly remarks: readonly string[];
}

export interface CallProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CallProgress) => void;
}

/** Responses are unvalidated. All requests reject once the connection is lost. */
export interface Connection {
  /** The server's instructions for models. */
  readonly instructions: string | undefined;
  list(signal: AbortSignal): Promise<Lists>;
  callTool(name: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<unknown>;
  getPrompt(name: string, values: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown>;
  readResource(uri: string, signal: AbortSignal): Promise<unknown>;
  /** Settles when the connection ends, with the reason if we did not end it. Never rejects. */
  readonly lost: Promise<Error | undefined>;
  /** Never rejects; may be called twice. */
  close(): Promise<void>;
}
