// Programs of the system. A program of the same name from elsewhere is a different one.

const SYSTEM_PLACE = /^(?:(?:\/usr(?:\/local)?)?\/s?bin\/)?([^/\\]+)$/;

/** Empty if the name includes a path. */
export function toSystemName(program: string): string {
  return SYSTEM_PLACE.exec(program)?.[1] ?? "";
}
