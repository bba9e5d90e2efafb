// One error for everything that can fail while an agent is installed; the previous version is kept.
import { hasErrno } from "@parley/base";
import { ParleyError, type Remedy } from "@parley/base";
import { FetchFailure } from "../http/open-url.ts";
import { UnpackFailure } from "../unpack/entry-name.ts";

export function installError(title: string, why: string, remedy?: Remedy, cause?: unknown): ParleyError {
  const message = `${title} could not be installed: ${why}`;
  return new ParleyError({ code: "agent_install_failed", message, ...(remedy === undefined ? {} : { remedy }), cause });
}

export function toInstallError(title: string, cause: unknown, signal: AbortSignal | undefined): ParleyError {
  if (signal?.aborted === true) {
    return new ParleyError({ code: "request_cancelled", message: `Installing ${title} was cancelled`, cause });
  }
  if (hasErrno(cause, "ENOSPC", "EDQUOT", "EFBIG")) {
    const message = `${title} could not be installed: the disk or its quota is full`;
    return new ParleyError({
      code: "disk_full",
      message,
      remedy: { label: "Free some disk space and try again" },
      cause,
    });
  }
  if (cause instanceof ParleyError) {
    const isOurs = cause.code === "agent_install_failed" || cause.code === "agent_busy";
    return isOurs ? cause : installError(title, cause.message, cause.remedy, cause);
  }
  if (cause instanceof FetchFailure) {
    return installError(title, cause.message, { label: "Check the network and try again" }, cause);
  }
  if (cause instanceof UnpackFailure) return installError(title, cause.message, undefined, cause);
  return installError(title, cause instanceof Error ? cause.message : String(cause), undefined, cause);
}
