/** What is read of a network of the config. Without a namespace, it is an EVM network. */
export type ListedNetwork = { id: number | string; chainNamespace?: string }

/**
 * The addresses that an address of the config stands for, for the hosts in it: if `{chainId}` is in its host name, one
 * for each EVM network of the config; else itself.
 */
export function perNetwork(address: string, networks: readonly ListedNetwork[] = []): string[] {
  if (!/^[^/]*\/\/[^/]*\{chainId\}/.test(address)) return [address]
  return networks
    .filter(({ chainNamespace = 'eip155' }) => chainNamespace === 'eip155')
    .map(({ id }) => address.replaceAll('{chainId}', String(id)))
}
