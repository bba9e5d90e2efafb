// What a snapshot depends on besides the files in its folder, and which a watch of the folder does not report.
import { lstatSync } from "node:fs";
import type { RuleFiles } from "./rule-files.ts";
import { readMounts } from "./watch/watchable.ts";

export class Surroundings {
  readonly ruleFiles: RuleFiles;
  readonly #folder: string;
  readonly #identity: string;
  readonly #mounts = readMounts();

  constructor(folder: string, ruleFiles: RuleFiles) {
    this.ruleFiles = ruleFiles;
    this.#folder = folder;
    this.#identity = identify(folder);
  }

  isUnchanged(): boolean {
    return identify(this.#folder) === this.#identity && readMounts() === this.#mounts && this.ruleFiles.isUnchanged();
  }
}

/** Another folder may be in its place, if one above it was moved. */
function identify(folder: string): string {
  try {
    const { dev, ino } = lstatSync(folder);
    return `${dev}:${ino}`;
  } catch {
    return ""; // The walk reports what is wrong with it.
  }
}
