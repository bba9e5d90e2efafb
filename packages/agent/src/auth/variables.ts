// Environment variables for signing in to GitHub.

export const HOST_VARIABLE = "PARLEY_GITHUB_HOST";
export const CLIENT_ID_VARIABLE = "PARLEY_GITHUB_CLIENT_ID";

export type Variables = Readonly<Record<string, string | undefined>>;
