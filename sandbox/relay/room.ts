/**
 * Counts the characters that clients make the relay keep: in total, and of each owner. With a `Guard` an owner is an IP
 * address. Without one the owner of a message is its publisher's client id, and nothing is limited.
 */
export type Room = {
  /** Whether `more` characters of the owner fit, once `freed` of the owner's characters are gone. */
  fits: (owner: string, more: number, freed?: number) => boolean
  /** Counts characters of the owner; a negative number takes them off. */
  add: (owner: string, more: number) => void
  /** The characters of one owner. */
  of: (owner: string) => number
  clear: () => void
}

/**
 * Creates a counter of kept characters.
 * @param most the most characters in total
 * @param share the part of `most` that one owner may have, from 0 to 1, so that no owner can fill the relay alone
 */
export function createRoom(most = Infinity, share = 1): Room {
  const held = new Map<string, number>()
  let all = 0
  const of = (owner: string) => held.get(owner) ?? 0
  return {
    of,
    fits: (owner, more, freed = 0) => all - freed + more <= most && of(owner) - freed + more <= most * share,
    add(owner, more) {
      all += more
      const next = of(owner) + more
      if (next > 0) held.set(owner, next)
      else held.delete(owner)
    },
    clear() {
      held.clear()
      all = 0
    },
  }
}
