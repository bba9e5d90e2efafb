// The database that `parley serve` is to keep its sessions in.

/**
 * `--database`, else DATABASE_URL. The address has a password, so it is removed from what agents inherit and from the list of
 * processes.
 */
export function takeDatabase(flag: string | undefined, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const database = flag ?? (env[VARIABLE] === "" ? undefined : env[VARIABLE]);
  if (flag === undefined) delete env[VARIABLE];
  else process.title = "parley serve";
  return database;
}

/** Without its password. */
export async function showDatabase(database: string | undefined): Promise<string | undefined> {
  return database === undefined ? undefined : (await import("@parley/hub/postgres")).describeDatabase(database);
}

const VARIABLE = "DATABASE_URL";
