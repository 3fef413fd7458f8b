/** The fields of a config's network that are needed here. Without a namespace, it is an EVM network. */
export type ListedNetwork = { id: number | string; chainNamespace?: string }

/**
 * The addresses of all hosts for which an address in the config stands: if `{chainId}` is in its host name, one for
 * each EVM network of the config; else only the address itself.
 */
export function perNetwork(address: string, networks: readonly ListedNetwork[] = []): string[] {
  if (!/^[^/]*\/\/[^/]*\{chainId\}/.test(address)) return [address]
  return networks
    .filter(({ chainNamespace = 'eip155' }) => chainNamespace === 'eip155')
    .map(({ id }) => address.replaceAll('{chainId}', String(id)))
}
