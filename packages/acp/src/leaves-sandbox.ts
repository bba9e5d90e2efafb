// Our extension: a tool call or a terminal that asks to run outside the sandbox, once.

/** As `_meta` of a tool call or of `terminal/create`. */
export const LEAVES_SANDBOX = { parley: { leavesSandbox: true } } as const;

/** Never remembered and never allowed by a rule or a level: the user is always asked, and the question says so. */
export function leavesSandbox({ _meta: meta }: { readonly _meta?: unknown }): boolean {
  const own = typeof meta === "object" && meta !== null && "parley" in meta ? meta.parley : undefined;
  return typeof own === "object" && own !== null && "leavesSandbox" in own && own.leavesSandbox === true;
}
