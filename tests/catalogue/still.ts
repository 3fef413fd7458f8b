/** Scripts that run before a page's own, so that a state gives the same picture in each run. */

/**
 * A script that makes the page's random values the same in each run, so that addresses, QR codes and identicons are.
 * Each state, and each page and frame in it, has values of its own. A page and a wallet with the same key cannot connect,
 * and a wallet of an earlier state would answer on a topic of the relay that comes again.
 */
const drawn = (place: string) => `(() => {
  let state = 0
  for (const letter of ${JSON.stringify(place)} + location.pathname) state = Math.imul(state, 31) + letter.charCodeAt(0)
  const draw = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  crypto.getRandomValues = (values) => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    for (let at = 0; at < bytes.length; at++) bytes[at] = draw()
    return values
  }
})()`

/** How a page's clock goes. Timers run in any case. */
export type Clock = keyof typeof CLOCKS

const CLOCKS = {
  /** It stands at one moment, so that a state always gives the same picture. */
  still: 'const clock = () => 1_790_000_000_000',
  /**
   * It stands at the beginning of the day. A QR code holds the time at which it expires, and the relay refuses clients whose
   * time is later than its own, or earlier by more than a day.
   */
  day: 'const begin = Math.floor(Date.now() / 86_400_000) * 86_400_000; const clock = () => begin',
  /** It goes right: wallets and services of the state compare it with theirs. */
  running: 'const clock = Date.now',
}

/** The script for the pages of a state. `globalThis.passed` moves their clock, in ms. */
export const stillness = (place: string, clock: Clock): string =>
  `${drawn(place)}; (() => { globalThis.passed = 0; ${CLOCKS[clock]}; Date.now = () => clock() + globalThis.passed })()`
