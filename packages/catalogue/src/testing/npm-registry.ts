// An npm registry on loopback with packages of a test's own, for the real npm.
import { createHash } from "node:crypto";
import { makeTarGz } from "./archives.ts";
import type { WebServer } from "./web-server.ts";

export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly manifest?: object;
  /** Contents by path; all of them are executable. */
  readonly files?: Readonly<Record<string, string>>;
}

/** What to add to npm's environment for it to ask there. */
export function serveNpmPackages(server: WebServer, packages: readonly NpmPackage[]): Record<string, string> {
  for (const [name, versions] of groupByName(packages)) {
    const entries = versions.map((one) => [one.version, serveVersion(server, one)] as const);
    const latest = versions.at(-1)?.version;
    const packument = { name, "dist-tags": { latest }, versions: Object.fromEntries(entries) };
    server.set(`/${name.replace("/", "%2f")}`, JSON.stringify(packument));
  }
  return { npm_config_registry: `${server.url}/`, npm_config_fetch_retries: "0" };
}

function groupByName(packages: readonly NpmPackage[]): Map<string, NpmPackage[]> {
  const groups = new Map<string, NpmPackage[]>();
  for (const one of packages) groups.set(one.name, [...(groups.get(one.name) ?? []), one]);
  return groups;
}

function serveVersion(server: WebServer, { name, version, manifest = {}, files = {} }: NpmPackage): object {
  const full = { name, version, ...manifest };
  const contents = Object.entries({ "package.json": JSON.stringify(full), ...files });
  const archive = makeTarGz(contents.map(([path, content]) => ({ name: `package/${path}`, content, mode: 0o755 })));
  const path = `/tarballs/${name.replace("/", "-")}-${version}.tgz`;
  server.set(path, archive);
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  return { ...full, dist: { tarball: `${server.url}${path}`, integrity } };
}
