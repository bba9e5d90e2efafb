// What a row of the requirements is.

/** Where a requirement is put to the test; over HTTP it is our client against the official SDK's server. */
export type Wire = "memory" | "stdio" | "websocket" | "http";

export interface Requirement {
  /** Whom it binds. */
  readonly who: "agent" | "client" | "both";
  /** What must be, in our words. */
  readonly text: string;
  /** Where the specification says so. */
  readonly link: string;
  readonly on: readonly Wire[];
  /** It binds code that does not exist yet, for this reason: no test has to cite it. */
  readonly later?: string;
}

export type Requirements = Readonly<Record<string, Requirement>>;

/** Between our own two ends. */
export const OURS = ["memory", "stdio", "websocket"] as const satisfies readonly Wire[];
/** As well as against the SDK's server over HTTP. */
export const ALL = ["memory", "stdio", "websocket", "http"] as const satisfies readonly Wire[];
/** What only bytes in pipes can show. */
export const PIPES = ["stdio"] as const satisfies readonly Wire[];

type Line = readonly [who: Requirement["who"], text: string, on?: readonly Wire[]];

/** Rows of one page of the specification; each anchor has its lines. */
export function page<const Rows extends Readonly<Record<string, readonly [anchor: string, ...Line]>>>(
  url: string,
  rows: Rows,
): { readonly [Id in keyof Rows]: Requirement } {
  const entries = Object.entries(rows).map(([id, [anchor, who, text, on = OURS]]): [string, Requirement] => {
    const link = anchor === "" ? url : `${url}#${anchor}`;
    return [id, { who, text, link, on }];
  });
  return Object.fromEntries(entries) as { [Id in keyof Rows]: Requirement };
}

export function acp(name: string): string {
  return `https://agentclientprotocol.com/protocol/v1/${name}`;
}
