/** Properties of a machine that have made the README's commands fail before, each with the values to try. */
export const FACTORS = {
  locale: ['unset', 'C', 'C.UTF-8', 'de_DE.UTF-8'],
  /** `bundled`: no installed browser, only the one in the package @sparticuz/chromium. */
  browser: ['bundled', 'desktop', 'shell'],
  /** `loopback`: run a second time in the same checkout, with no network but 127.0.0.1. */
  network: ['registry', 'loopback'],
  user: ['root', 'another'],
  /** `odd`: a path with spaces and non-ASCII letters. */
  path: ['plain', 'odd'],
  /** `busy`: two other processes use the CPU all the time. */
  load: ['quiet', 'busy'],
} as const

export type Factors = typeof FACTORS
export type Row = { [Factor in keyof Factors]: Factors[Factor][number] } & {
  /** Whether to run `npm test` after the demo. The tests take a quarter of an hour. */
  test: boolean
}

const row = (
  locale: Row['locale'],
  browser: Row['browser'],
  network: Row['network'],
  user: Row['user'],
  path: Row['path'],
  load: Row['load'],
  test = false,
): Row => ({ locale, browser, network, user, path, load, test })

/** The machines to try. Every pair of values of two factors occurs in at least one row. */
export const ROWS: readonly Row[] = [
  row('unset', 'bundled', 'registry', 'root', 'plain', 'quiet', true),
  row('unset', 'desktop', 'loopback', 'another', 'odd', 'busy'),
  row('unset', 'shell', 'loopback', 'root', 'plain', 'busy'),
  row('C', 'bundled', 'loopback', 'another', 'plain', 'busy'),
  row('C', 'desktop', 'registry', 'root', 'odd', 'quiet'),
  row('C', 'shell', 'registry', 'another', 'plain', 'quiet', true),
  row('C.UTF-8', 'bundled', 'loopback', 'root', 'odd', 'quiet'),
  row('C.UTF-8', 'desktop', 'registry', 'another', 'plain', 'busy'),
  row('C.UTF-8', 'shell', 'loopback', 'root', 'odd', 'quiet'),
  row('de_DE.UTF-8', 'bundled', 'registry', 'another', 'odd', 'busy'),
  row('de_DE.UTF-8', 'desktop', 'loopback', 'root', 'plain', 'quiet', true),
  row('de_DE.UTF-8', 'shell', 'registry', 'root', 'odd', 'busy'),
]
