/** Who receives: an address as it stands, or a name that a resolver knows. */
import { latest, type PluginKit, Superseded } from 'walletkit/plugin'

/** ms of rest before a name is looked up (reference 1.18). */
export const RECEIVER_DEBOUNCE = 500

export type Receiver =
  | { kind: 'none' }
  | { kind: 'address'; address: string }
  | { kind: 'name'; address: string; name: string; avatar?: string }
  /** No address, and no name that anybody knows. */
  | { kind: 'unknown' }

/** `0x` in front where it is missing (reference 1.18: it is optional). */
export const withPrefix = (address: string): string => (/^[0-9a-fA-F]{40}$/.test(address) ? `0x${address}` : address)

/**
 * Reads what was typed. An address is checked at once, a name after {@link RECEIVER_DEBOUNCE} of rest; a newer call
 * takes the place of an older one, which resolves with `undefined`. Throws what a resolver throws.
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
    // Names lead to accounts of eip155 alone (spec section 5).
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

/** What makes two spellings the same account: hex in any case and with or without `0x`, base58 as it stands. */
const identity = (address: string) => (HEX.test(address) ? withPrefix(address).toLowerCase() : address)

/** The first and last four characters, which is what people compare; few look at the case. */
const ends = (address: string) => {
  const [kind, shown] = HEX.test(address) ? ['hex', withPrefix(address).slice(2)] : ['base58', address]
  return `${kind}${shown.slice(0, 4)}${shown.slice(-4)}`.toLowerCase()
}

/**
 * The known address that this one only looks like: the same first four and last four characters, and not equal
 * (reliability T4, P63: addresses are made so, to be copied by mistake). Of hex and of base58 addresses.
 */
export function findLookAlike(address: string, known: readonly string[]): string | undefined {
  const same = (other: string) => identity(other) === identity(address)
  return known.some(same) ? undefined : known.find((other) => ends(other) === ends(address))
}
