// References in settings: `~`, `${workspaceFolder}`, `${env:NAME}`, and `${secret:NAME}`, whose value only the secret storage has.

const REFERENCE = /\$\{(?:(secret|env):([A-Za-z0-9_][\w.-]*)|workspaceFolder)\}/g;
const SECRET = /\$\{secret:([A-Za-z0-9_][\w.-]*)\}/g;
export const SECRET_NAME: RegExp = /^[A-Za-z0-9_][\w.-]*$/;

export interface ReferenceValues {
  /** Undefined: the host of the extension does not know it. */
  readonly home: string | undefined;
  readonly workspaceFolder: string | undefined;
  readonly variable: (name: string) => string | undefined;
  /** Undefined: secrets stay as they are, for the server to fill in. */
  readonly secret?: ((name: string) => string | undefined) | undefined;
}

export function hasReference(text: string): boolean {
  return text.search(REFERENCE) !== -1;
}

export function secretsIn(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => [...text.matchAll(SECRET)].map(([, name = ""]) => name)))];
}

/** Variables that are not set are empty, as in a shell. */
export function expand(text: string, values: ReferenceValues): string {
  const { home, workspaceFolder, variable, secret } = values;
  const fromHome = home !== undefined && /^~(?=$|[\\/])/.test(text) ? home + text.slice(1) : text;
  return fromHome.replaceAll(REFERENCE, (whole, kind: string | undefined, name: string | undefined) => {
    if (kind === undefined) return workspaceFolder ?? whole;
    if (kind === "env") return variable(name ?? "") ?? "";
    return secret?.(name ?? "") ?? whole;
  });
}
