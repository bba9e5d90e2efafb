// An agent's package, pinned to one version: never a tag, a range, a URL or an option of the installer.
import { parseVersion } from "../programs/version.ts";

export interface PackageSpec {
  readonly packageName: string;
  readonly packageVersion: string;
  readonly extras?: string | undefined;
}

const NPM = /^((?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*)(?:@([^@\s/]*))?$/i;
const PYTHON = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(\[[a-z0-9._,-]+\])?(?:(?:@|==)([^@=\s/]*))?$/i;
const EXACT = /^\d+(\.\d+)*[0-9A-Za-z.+_-]*$/;

/** `fallback`: the agent's version, used if the package does not name an exact one. Undefined if the spec is invalid. */
export function parseNpmPackage(text: string, fallback: string): PackageSpec | undefined {
  const match = NPM.exec(text);
  if (match === null) return undefined;
  const [, packageName = "", version] = match;
  // npm takes anything but a full version for a tag, and "1.2" for a range.
  const packageVersion = [version, fallback].find((one) => one !== undefined && isNpmVersion(one));
  return packageVersion === undefined ? undefined : { packageName, packageVersion };
}

export function parsePythonPackage(text: string, fallback: string): PackageSpec | undefined {
  const match = PYTHON.exec(text);
  if (match === null) return undefined;
  const [, packageName = "", extras, version] = match;
  const packageVersion = [version, fallback].find((one) => one !== undefined && EXACT.test(one));
  return packageVersion === undefined ? undefined : { packageName, packageVersion, extras };
}

function isNpmVersion(text: string): boolean {
  return EXACT.test(text) && /^\d+\.\d+\.\d+/.test(text) && parseVersion(text) !== undefined;
}
