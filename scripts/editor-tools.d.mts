// What tests use of editor-tools.mjs.
export interface InstalledEditor {
  readonly version: string;
  readonly node: string;
  readonly entry: string;
}

export function wantedEditor(): string;
export function findEditor(version?: string): InstalledEditor | undefined;
export function findEditors(): readonly InstalledEditor[];
