// HTTP headers whose whole value is a credential.

const HEADER = /^(?:(?:proxy-|x-)?authorization|(?:set-)?cookie)$/i;

export function isHeader(name: string): boolean {
  return HEADER.test(name);
}
