// What the host of the extension knows about the machine that it runs on. A web host knows nothing.

export interface HostFacts {
  readonly home?: string | undefined;
  readonly variable?: ((name: string) => string | undefined) | undefined;
}
