// The protocol version we speak.

export const PROTOCOL_VERSION = 1;
