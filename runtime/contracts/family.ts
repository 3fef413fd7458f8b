import type { Namespace } from '../lib/namespace.ts'

/** What the kit and its screens know about a chain family, as data that loads before the family's code. */
export type Family = {
  readonly namespace: Namespace
  /**
   * The form of an address on any network of the family. It accepts every valid address and checks no checksum, which
   * is the job of `Adapter.isAddress`. No `g` or `y` flag: such a RegExp remembers where it stopped.
   */
  readonly address: RegExp
}
