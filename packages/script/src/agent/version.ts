// Who the agent says it is.

export const AGENT_INFO = { name: "parley-script", title: "Scripted agent", version: "0.1.0" } as const;
