// Parley's version: every package has the same one, and test/repository compares it with the manifests.

export const VERSION = "0.2.0";

/**
 * Version of the protocol between our own clients and servers. Increased when a client cannot work with an older or
 * newer server.
 */
export const SERVER_PROTOCOL = 1;
