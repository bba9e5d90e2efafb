// What a session brings for the process of its agent. It is kept in memory only: never in the store, a log or a trace.

export type Variables = Readonly<Record<string, string>>;

/** A program that speaks ACP, instead of an agent of the catalogue. */
export interface GivenProgram {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: Variables | undefined;
}

export interface GivenLaunch {
  /** Added to the environment of the hub's own process. */
  readonly env?: Variables | undefined;
  readonly launch?: GivenProgram | undefined;
  /** Values for `${secret:NAME}` in the environment and the headers of the session's MCP servers. */
  readonly secrets?: Variables | undefined;
}
