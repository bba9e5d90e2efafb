// The marks that identify our descendants, whatever became of their parents, groups and sessions.

/** Every process we start inherits this variable and passes it on: `<parley>.<child>;` once for each Parley above it. */
export const MARK_VARIABLE = "PARLEY_GUARD";
/** The guards' own variable, by which guards spare each other. It means nothing beside a mark. */
export const GUARD_VARIABLE = "PARLEY_GUARD_OF";

/** Identifies this Parley process. Not a secret: loading a cryptographic source would take milliseconds of every start. */
export const parleyId: string = hexWord() + hexWord();

/**
 * The second mark, for children that clear or overwrite their environment (daemons that set their title do): a soft limit
 * on file locks, which Linux has ignored since 2.4.25 and which survives fork and exec. It is this number, then the child's.
 */
export const lockMark = String(100_000_000 + Math.floor(Math.random() * 900_000_000));
const LOCK_SERIAL_DIGITS = 9;

export function toLockLimit(serial: number): string {
  return lockMark + String(serial % 10 ** LOCK_SERIAL_DIGITS).padStart(LOCK_SERIAL_DIGITS, "0");
}

/** The variable's value for a child: our own value, so that the guard of a Parley above us finds it too, then ours. */
export function toMark(serial: number, inherited: string | undefined): string {
  const above = inherited !== undefined && /^([0-9a-f]+\.\d+;)+$/.test(inherited) ? inherited : "";
  return `${above}${parleyId}.${serial};`;
}

const environmentMark = Buffer.from(`${parleyId}.`);
const SEMICOLON = 0x3b;

/** Which of our children an environment descends from. */
export function serialInEnvironment(environment: Buffer): number | undefined {
  const at = environment.indexOf(environmentMark);
  if (at === -1) return undefined;
  const from = at + environmentMark.length;
  const end = environment.indexOf(SEMICOLON, from);
  return end === -1 ? undefined : toSerial(environment.toString("latin1", from, end));
}

const limitsLine = new RegExp(`^Max file locks +${lockMark}(\\d{${LOCK_SERIAL_DIGITS}}) `, "m");

/** The same for the text of /proc/<pid>/limits. */
export function serialInLimits(limits: string): number | undefined {
  return toSerial(limitsLine.exec(limits)?.[1]);
}

function hexWord(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}

function toSerial(digits: string | undefined): number | undefined {
  return digits === undefined || !/^\d+$/.test(digits) ? undefined : Number(digits);
}
