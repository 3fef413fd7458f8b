/** Slots and the blockhashes that are still good: a slot every 400 ms, made up for when somebody looks. */

export const slotTime = 400

/** For how many slots a transaction may name a blockhash. */
export const hashLifetime = 150

type Chain = {
  /** Makes a new blockhash. */
  roll: () => string
  /** Tells the chain what slot it is. */
  set: (slot: number) => void
}

/** `first` is the slot that it starts with. No timer runs: time passes when `now()` is asked. */
export function createClock(first: number, chain: Chain) {
  let slot = first
  let counted = Date.now()
  /** Blockhashes, oldest first, with the slot they are from. */
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
    /** Lets so many slots pass at once. */
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
