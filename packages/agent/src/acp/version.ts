// Who we are, as clients and logs see it.

export const AGENT_INFO = { name: "parley", title: "Parley", version: "0.1.0" } as const;
