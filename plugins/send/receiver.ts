/** Finds the receiver: an address as typed, or the address of a name. */
import { latest, type PluginKit, Superseded } from 'walletkit/plugin'

/** ms without typing before a name is looked up. */
export const RECEIVER_DEBOUNCE = 500

export type Receiver =
  | { kind: 'none' }
  | { kind: 'address'; address: string }
  | { kind: 'name'; address: string; name: string; avatar?: string }
  /** Neither a valid address nor a known name. */
  | { kind: 'unknown' }

/** Adds a missing `0x`, which visitors may leave out. */
export const withPrefix = (address: string): string => (/^[0-9a-fA-F]{40}$/.test(address) ? `0x${address}` : address)

/**
 * Reads the typed text. Checks an address at once and looks up a name after {@link RECEIVER_DEBOUNCE} ms without
 * typing. A newer call supersedes an older one, which resolves with `undefined`. Throws the resolver's errors.
 */
export function createReceiverSearch(kit: PluginKit, wait = RECEIVER_DEBOUNCE) {
  let newest = ''
  const search = latest(async (text: string): Promise<Receiver> => {
    if (text === '') return { kind: 'none' }
    const isEip155 = kit.network()?.chainNamespace === 'eip155'
    if (kit.isAddress(text)) {
      const address = isEip155 ? withPrefix(text) : text
      return (await kit.chain.isAddress(address)) ? { kind: 'address', address } : { kind: 'unknown' }
    }
    // Names resolve to eip155 accounts only.
    if (!isEip155) return { kind: 'unknown' }
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (newest !== text) return { kind: 'unknown' }
    const found = await kit.resolveName(text)
    return found && kit.isAddress(found.address) ? { kind: 'name', ...found } : { kind: 'unknown' }
  })
  return async (text: string): Promise<Receiver | undefined> => {
    newest = text
    try {
      return await search(text)
    } catch (error) {
      if (error instanceof Superseded) return undefined
      throw error
    }
  }
}

const HEX = /^(0x)?[0-9a-f]{40}$/i

/** Normalises an address for comparison: hex ignores case and `0x`, base58 is case-sensitive. */
const identity = (address: string) => (HEX.test(address) ? withPrefix(address).toLowerCase() : address)

/** The first and last four characters, in lower case: people compare only those and rarely notice the case. */
const ends = (address: string) => {
  const [kind, shown] = HEX.test(address) ? ['hex', withPrefix(address).slice(2)] : ['base58', address]
  return `${kind}${shown.slice(0, 4)}${shown.slice(-4)}`.toLowerCase()
}

/**
 * Returns a known address with the same first four and last four characters that is not equal. Attackers generate such
 * addresses so that visitors copy them from their history by mistake. Works for hex and base58 addresses.
 */
export function findLookAlike(address: string, known: readonly string[]): string | undefined {
  const same = (other: string) => identity(other) === identity(address)
  return known.some(same) ? undefined : known.find((other) => ends(other) === ends(address))
}
