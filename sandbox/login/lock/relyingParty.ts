/**
 * The relying party id (WebAuthn) of a service at `url`: its host name. Undefined if the host is an IP address, for
 * which browsers create no passkeys.
 */
export function relyingParty(url: string): string | undefined {
  const { hostname } = new URL(url)
  return /^[\d.]+$|^\[/.test(hostname) ? undefined : hostname
}
