// Parley's version: every package has the same one, and test/repository compares it with the manifests.

export const VERSION = "0.2.0";
