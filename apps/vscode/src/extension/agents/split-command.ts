// A command line as a person types it, as words.

/** Quotes keep spaces. */
export function splitCommand(line: string): readonly string[] {
  const words = line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g);
  return [...words].map(([, double, single, plain]) => double ?? single ?? plain ?? "");
}
