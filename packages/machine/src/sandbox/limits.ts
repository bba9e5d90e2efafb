// Every limit of the sandbox, with its name.

/** Files and folders that are checked at each start to find what rules hide. Beyond this nothing is started. */
export const ZONE_ENTRIES_MAX = 200_000;
/** Files and folders that are hidden or protected one by one: the number of bubblewrap's arguments is limited. */
export const ZONES_MAX = 1_000;
/** Entries of /etc that are checked for files that only root may read. */
export const PRIVATE_ENTRIES_MAX = 20_000;
/** Steps from a program to its real file: links, and interpreters. */
export const PROGRAM_STEPS_MAX = 16;
/** Enough for the first line of a script, and for the file that names a linked repository. */
export const HEAD_BYTES_MAX = 4_096;
/** Time limit for the check whether a sandbox works here. */
export const PROBE_MS_MAX = 5_000;
/** How long the result of that check is used: people install bubblewrap while a server runs. */
export const PROBE_KEPT_MS = 60_000;

/** Concurrent connections through the proxy of one sandbox, and how long one may be idle. */
export const PROXY_CONNECTIONS_MAX = 256;
export const PROXY_IDLE_MS_MAX = 600_000;
/** Hosts whose refusal is reported; the proxy refuses further ones silently. */
export const REFUSALS_TOLD_MAX = 50;
/** Hosts that one sandbox may list. */
export const HOSTS_MAX = 200;
