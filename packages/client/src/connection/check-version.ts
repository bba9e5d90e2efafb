// Checks the protocol version of the agent, by its number and by the shape of its response.
import { PROTOCOL_VERSION, type InitializeResponse } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { ReportProblem } from "../agent-problem.ts";

/** Throws `agent_version` for an unsupported version. */
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

/** Some agents repeat the version of the request. A version 2 response has `info` and `capabilities`, which the decoder keeps. */
function hasShapeOfVersion1(info: InitializeResponse): boolean {
  return info.agentCapabilities !== undefined && !("info" in info) && !("capabilities" in info);
}
