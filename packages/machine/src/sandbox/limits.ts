// Every limit of the sandbox, with its name.

/** Files and folders that are looked at to find what rules hide, at each start. More, and nothing is started. */
export const ZONE_ENTRIES_MAX = 200_000;
/** Files and folders that are hidden or protected one by one: bubblewrap takes so many arguments and no more. */
export const ZONES_MAX = 1_000;
/** Entries of /etc that are looked at for files that only root may read. */
export const PRIVATE_ENTRIES_MAX = 20_000;
/** Steps from a program to what it is: links, and programs that run it. */
export const PROGRAM_STEPS_MAX = 16;
/** Enough for the first line of a script, and for the file that names a linked repository. */
export const HEAD_BYTES_MAX = 4_096;
/** How long the check whether a sandbox can be had may take. */
export const PROBE_MS_MAX = 5_000;
/** How long its answer counts: a machine is set up while a server runs. */
export const PROBE_KEPT_MS = 60_000;

/** Connections through the proxy of one sandbox at a time, and how long one may be silent. */
export const PROXY_CONNECTIONS_MAX = 256;
export const PROXY_IDLE_MS_MAX = 600_000;
/** Hosts whose refusal is told; the proxy refuses the others in silence. */
export const REFUSALS_TOLD_MAX = 50;
/** Hosts that one sandbox may list. */
export const HOSTS_MAX = 200;
