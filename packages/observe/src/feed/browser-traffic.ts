// Recognises HTTP and TLS, so that a web page in the user's browser cannot reach the feed.

const HTTP_METHOD = /^(?:GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS|CONNECT|TRACE|PRI) /;
const TLS_HANDSHAKE = 0x16;
const TLS_MAJOR = 0x03;

/** By the first bytes of a connection, or of a line. */
export function isBrowserTraffic(bytes: Buffer): boolean {
  if (bytes[0] === TLS_HANDSHAKE && bytes[1] === TLS_MAJOR) return true;
  return HTTP_METHOD.test(bytes.subarray(0, 16).toString("latin1"));
}
