// The variables that signing in with GitHub looks at.

export const HOST_VARIABLE = "PARLEY_GITHUB_HOST";
export const CLIENT_ID_VARIABLE = "PARLEY_GITHUB_CLIENT_ID";

export type Variables = Readonly<Record<string, string | undefined>>;
