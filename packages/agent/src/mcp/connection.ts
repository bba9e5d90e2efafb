// The port to one server that is there: what it offers, what can be asked of it, and when it is gone.

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
  /** What was left out, and why: for a person. */
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

/** Answers are as the server gave them: whoever asks reads them with care. Everything rejects once the connection is lost. */
export interface Connection {
  /** For a model: how the server is to be used. */
  readonly instructions: string | undefined;
  list(signal: AbortSignal): Promise<Lists>;
  callTool(name: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<unknown>;
  getPrompt(name: string, values: Readonly<Record<string, string>>, signal: AbortSignal): Promise<unknown>;
  readResource(uri: string, signal: AbortSignal): Promise<unknown>;
  /** Settles once, when it is over: with the reason if it was not us who ended it. Never rejects. */
  readonly lost: Promise<Error | undefined>;
  /** Never rejects; asking twice is harmless. */
  close(): Promise<void>;
}
