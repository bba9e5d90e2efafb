// Kinds of documents that every server on one database also keeps in its home. Changes are announced to the other
// servers.

const SHARED_KINDS = ["rule", "server_key"] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

/** Including the marks of revoked entries. */
export function isSharedKind(kind: string): boolean {
  return SHARED_KINDS.some((shared) => kind === shared || kind === `revoked_${shared}`);
}
