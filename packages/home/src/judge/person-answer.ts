// The user's answer to a permission question.
import type { EventActor, PermissionOption } from "@parley/acp";
import type { Scope } from "@parley/policy";

/** `option` is undefined if none was chosen: then nothing is allowed. */
export interface PersonAnswer {
  readonly option: PermissionOption | undefined;
  readonly isCancelled: boolean;
  readonly by: string;
  readonly reason?: string | undefined;
  readonly remember?: Scope | undefined;
  /** Who answered, if the surface knows. */
  readonly actor?: EventActor | undefined;
}

export function isAllowing(option: PermissionOption | undefined): boolean {
  return option?.kind === "allow_once" || option?.kind === "allow_always";
}

export function isRejecting(option: PermissionOption | undefined): boolean {
  return option?.kind === "reject_once" || option?.kind === "reject_always";
}
