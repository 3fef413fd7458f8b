/**
 * The relying party of a service at `url`: passkeys belong to the name of its host. Browsers make none for an IP address,
 * so `id` is undefined there.
 */
export function relyingParty(url: string): string | undefined {
  const { hostname } = new URL(url)
  return /^[\d.]+$|^\[/.test(hostname) ? undefined : hostname
}
