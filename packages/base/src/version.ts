// Parley's version: every package has the same one, and test/repository compares it with the manifests.

export const VERSION = "0.2.0";

/** Of what our own clients and servers say to each other. It is raised when a client cannot work with an older or newer server. */
export const SERVER_PROTOCOL = 1;
