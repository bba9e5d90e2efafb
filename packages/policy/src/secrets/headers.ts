// Headers of HTTP whose whole value lets somebody in.

const HEADER = /^(?:(?:proxy-|x-)?authorization|(?:set-)?cookie)$/i;

export function isHeader(name: string): boolean {
  return HEADER.test(name);
}
