/** The chain's slots and its valid blockhashes. */

/** The duration of a slot, in ms. */
export const slotTime = 400

/** The number of slots for which a transaction may use a blockhash. */
export const hashLifetime = 150

type Chain = {
  /** Makes the VM create a new blockhash, and returns it. */
  roll: () => string
  /** Sets the chain's current slot. */
  set: (slot: number) => void
}

/**
 * Creates a clock that begins at the slot `first`. It has no timer: each call of `now()` adds the slots that have
 * passed.
 */
export function createClock(first: number, chain: Chain) {
  let slot = first
  let counted = Date.now()
  /** The blockhashes that may still be valid, with their slots, oldest first. */
  const hashes: { hash: string; slot: number }[] = []

  const advance = (slots: number) => {
    const from = slot + Math.max(0, slots - hashLifetime - 1)
    slot += slots
    for (let each = from + 1; each <= slot; each++) hashes.push({ hash: chain.roll(), slot: each })
    hashes.splice(0, Math.max(0, hashes.length - hashLifetime - 1))
    if (slots) chain.set(slot)
  }
  const now = (): number => {
    const due = Math.floor((Date.now() - counted) / slotTime)
    counted += due * slotTime
    if (due > 0) advance(due)
    return slot
  }
  advance(1)

  return {
    now,
    /** Advances by this many slots at once. */
    advance,
    latest(): { blockhash: string; lastValidBlockHeight: number } {
      const current = now()
      return { blockhash: hashes.at(-1)?.hash ?? '', lastValidBlockHeight: current + hashLifetime }
    },
    isValid(hash: string): boolean {
      const current = now()
      return hashes.some((each) => each.hash === hash && each.slot + hashLifetime >= current)
    },
  }
}
