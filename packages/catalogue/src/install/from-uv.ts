// Installs a pinned Python package with uv into its own folder.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { PackageDistribution } from "../registry/registry-agent.ts";
import { findTool } from "./find-tool.ts";
import { installError } from "./install-error.ts";
import { runTool } from "./run-tool.ts";
import type { Installed, Work } from "./install-method.ts";

const INSTALLATION = "https://docs.astral.sh/uv/getting-started/installation/";

export async function installWithUv(title: string, distribution: PackageDistribution, work: Work): Promise<Installed> {
  const { packageName, packageVersion, extras = "", cmd = packageName, args, env } = distribution;
  const { folder, host, report } = work;
  const uv = await findTool("uv", host);
  if (uv === undefined) {
    throw installError(title, "it is a Python package and uv was not found", {
      label: "Install uv",
      url: INSTALLATION,
    });
  }
  const source = `${packageName}${extras}==${packageVersion}`;
  report({ type: "step", text: `Installing ${source} with uv` });
  await runTool(
    {
      title,
      tool: uv,
      name: "uv",
      args: ["tool", "install", "--no-progress", "--", source],
      env: { UV_TOOL_DIR: join(folder, "tools"), UV_TOOL_BIN_DIR: join(folder, "bin") },
    },
    work,
  );
  const command = `bin/${cmd}${host.platform === "win32" ? ".exe" : ""}`;
  if (!(await isFile(join(folder, command)))) throw installError(title, `${source} has no program ${cmd}`);
  return { command, args, env, source, isVerified: true, notes: [] };
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
