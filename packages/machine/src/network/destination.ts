// Where a request may go. What counts is the address that is connected to, not the name, which may resolve differently a moment later.
import { describePrivateAddress, withoutBrackets } from "@parley/base";
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";

type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface DestinationOptions {
  /** Asked at each connection: whether every address may be reached (default: no). */
  readonly allowsLoopback?: (() => boolean) | undefined;
  /** Names and addresses that may always be reached, wherever they lead. IPv6 addresses without brackets. */
  readonly hosts?: ReadonlySet<string> | undefined;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve | undefined;
  /** Why an address must not be reached (default: that it is not public). */
  readonly object?: ((address: string) => string | undefined) | undefined;
}

/** Why a connection was refused. Its code distinguishes it from network errors. */
export class DestinationRefused extends Error {
  readonly code = "ERR_PARLEY_DESTINATION";
  readonly address: string;
  /** What the address is: `a private network`. */
  readonly what: string;

  constructor(hostname: string, address: string, what: string) {
    const where = hostname === address ? hostname : `${hostname} (${address})`;
    super(`${where} is ${what}; Parley may only connect to public addresses here`);
    this.name = "DestinationRefused";
    this.address = address;
    this.what = what;
  }
}

/** What every connection goes through. */
export interface Destinations {
  /** For `net.connect` and `http.request`: resolves a name to permitted addresses, or fails. Not called for numeric addresses. */
  readonly lookup: LookupFunction;
  /** Throws a DestinationRefused if the host is a forbidden address. Call it before each connection. */
  checkLiteral(hostname: string): void;
  /** The same for names, too: rejects if the name leads to a forbidden address, or does not resolve. */
  check(hostname: string): Promise<void>;
}

export function createDestinations(options: DestinationOptions): Destinations {
  const { allowsLoopback, hosts, resolve = resolveBySystem, object = describePrivateAddress } = options;
  const refuse = (hostname: string, address: string): void => {
    const isAllowed = hosts?.has(hostname.toLowerCase()) === true || allowsLoopback?.() === true;
    const what = isAllowed ? undefined : object(address);
    if (what !== undefined) throw new DestinationRefused(hostname, address, what);
  };
  const find = async (hostname: string): Promise<readonly LookupAddress[]> => {
    const addresses = await resolve(hostname);
    // A forbidden address among permitted ones is an attack, or a mistake.
    for (const { address } of addresses) refuse(hostname, address);
    return addresses;
  };
  const checkLiteral = (hostname: string): void => {
    const bare = withoutBrackets(hostname);
    if (isIP(bare) !== 0) refuse(bare, bare);
  };
  return {
    checkLiteral,
    async check(hostname) {
      checkLiteral(hostname);
      if (isIP(withoutBrackets(hostname)) === 0) await find(hostname);
    },
    lookup: (hostname, { all }, callback) => {
      void answer(find(hostname), all === true, callback);
    },
  };
}

type Callback = Parameters<LookupFunction>[2];

async function answer(found: Promise<readonly LookupAddress[]>, all: boolean, callback: Callback): Promise<void> {
  let addresses: readonly LookupAddress[];
  try {
    addresses = await found;
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)), "", 0);
    return;
  }
  const [first] = addresses;
  if (first === undefined) callback(new Error("The host name has no address"), "", 0);
  else if (all) callback(null, [...addresses]);
  else callback(null, first.address, first.family);
}

function resolveBySystem(hostname: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });
}
