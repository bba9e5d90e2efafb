// The error of a command that can be done by a server alone.
import { ParleyError } from "@parley/base";

export function serverNeeded(why: string): ParleyError {
  const remedy = { label: "Start a server", command: "parley serve" };
  return new ParleyError({ code: "server_not_found", message: `${why}, and no server is running`, remedy });
}
