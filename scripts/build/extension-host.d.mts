// What tests use of extension-host.mjs.
interface BuiltFile {
  readonly fileName: string;
  readonly type: "chunk" | "asset";
  readonly code?: string;
  readonly isEntry?: boolean;
  /** Files that it loads at once. */
  readonly imports?: readonly string[];
}

export function bundleExtensionHost(options: {
  readonly root: string;
  readonly host: "node" | "browser";
  readonly dir?: string;
}): Promise<readonly BuiltFile[]>;
