// A command as it is invoked on the server's machine, which may be `npx parley`.

export function invokedAs(parley: string | undefined, line: string): string {
  return parley === undefined ? line : line.replaceAll(/^parley(?= )/gm, () => parley);
}
