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
    if (kit.isAddress(text)) {
      const address = withPrefix(text)
      return (await kit.chain.isAddress(address)) ? { kind: 'address', address } : { kind: 'unknown' }
    }
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

const ends = (address: string) => {
  const hex = address.replace(/^0x/i, '').toLowerCase()
  return hex.slice(0, 4) + hex.slice(-4)
}

/**
 * The known address that this one only looks like: the same first four and last four hex digits, and not equal
 * (reliability T4: addresses are made so, to be copied by mistake).
 */
export function findLookAlike(address: string, known: readonly string[]): string | undefined {
  const same = (other: string) => withPrefix(other).toLowerCase() === withPrefix(address).toLowerCase()
  return known.some(same) ? undefined : known.find((other) => ends(other) === ends(address))
}
