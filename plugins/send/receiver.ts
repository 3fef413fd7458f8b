/** Turns the text that was typed as a receiver into an address. */
import type { PluginKit } from 'walletkit/plugin'

/** A name is looked up after this many ms without typing. */
export const RECEIVER_DEBOUNCE = 500

/**
 * `by`: the third-party plugin that resolved the name, if one did. `undefined`: the text is neither a valid address nor
 * a known name.
 */
export type Found = { address: string; name?: string; avatar?: string; by?: string } | undefined

/** Adds a missing `0x`, which visitors may leave out. */
export const withPrefix = (address: string): string => (/^[0-9a-fA-F]{40}$/.test(address) ? `0x${address}` : address)

/**
 * Finds the account that a text names. Checks an address at once; looks up a name after {@link RECEIVER_DEBOUNCE} ms,
 * unless `isCurrent` returns false by then. Rejects with the resolver's errors.
 */
export async function findReceiver(kit: PluginKit, text: string, isCurrent: () => boolean): Promise<Found> {
  const isEip155 = kit.network()?.chainNamespace === 'eip155'
  if (kit.isAddress(text)) {
    const address = isEip155 ? withPrefix(text) : text
    return (await kit.chain.isAddress(address)) ? { address } : undefined
  }
  // Names resolve to eip155 accounts only.
  if (!isEip155) return undefined
  await new Promise((resolve) => setTimeout(resolve, RECEIVER_DEBOUNCE))
  const found = isCurrent() ? await kit.resolveName(text) : undefined
  return found && kit.isAddress(found.address) ? found : undefined
}
