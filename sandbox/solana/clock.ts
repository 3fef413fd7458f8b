/** Slots and valid blockhashes. A slot lasts 400 ms; missed slots are added when the clock is next read. */

export const slotTime = 400

/** In slots: how long a transaction may use a blockhash. */
export const hashLifetime = 150

type Chain = {
  /** Creates a new blockhash. */
  roll: () => string
  /** Sets the chain's current slot. */
  set: (slot: number) => void
}

/** `first` is the first slot. There is no timer: time advances when `now()` is called. */
export function createClock(first: number, chain: Chain) {
  let slot = first
  let counted = Date.now()
  /** Blockhashes with their slots, oldest first. */
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
