/** Return true if only the machine itself reaches a host name of an address. */
export const isLoopback = (host: string) =>
  host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127\./.test(host);
