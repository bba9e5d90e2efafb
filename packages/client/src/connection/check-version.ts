// Which version of the protocol the agent speaks: its number and the shape of its answer may say different things.
import { PROTOCOL_VERSION, type InitializeResponse } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { ReportProblem } from "../agent-problem.ts";

/** Throws `agent_version` for what we do not speak. */
export function checkVersion(title: string, info: InitializeResponse, report: ReportProblem): void {
  const { protocolVersion: version } = info;
  if (version === PROTOCOL_VERSION) return;
  if (version > PROTOCOL_VERSION && hasShapeOfVersion1(info)) {
    report({ kind: "version_echo", version });
    return;
  }
  const isOlder = version < PROTOCOL_VERSION;
  throw new ParleyError({
    code: "agent_version",
    message: `${title} speaks version ${version} of the Agent Client Protocol; this client speaks version ${PROTOCOL_VERSION}`,
    remedy: { label: isOlder ? "Update the agent" : "Update Parley, or install an older version of the agent" },
  });
}

/** Some agents repeat whatever version they are asked for. In version 2 there are `info` and `capabilities`, which the decoder leaves in place. */
function hasShapeOfVersion1(info: InitializeResponse): boolean {
  return info.agentCapabilities !== undefined && !("info" in info) && !("capabilities" in info);
}
