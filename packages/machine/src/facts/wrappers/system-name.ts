// Programs that the system keeps. One of the same name from elsewhere is another program.

const SYSTEM_PLACE = /^(?:(?:\/usr(?:\/local)?)?\/s?bin\/)?([^/\\]+)$/;

/** Empty if it has a place of its own. */
export function toSystemName(program: string): string {
  return SYSTEM_PLACE.exec(program)?.[1] ?? "";
}
