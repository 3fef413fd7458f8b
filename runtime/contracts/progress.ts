/**
 * What a plugin is working on for the visitor. The Account view shows it as a card until the visitor has seen its end.
 *
 * @example
 * ```ts
 * import type { PluginKit } from 'walletkit/plugin'
 *
 * const wait = (kit: PluginKit) => kit.progress.show({ state: 'chain', title: 'Sending 0.01 ETH' })
 * ```
 */
export type Progress = {
  /** `wallet`: the visitor must act there. `chain`: waits for a block. `done`: it succeeded. */
  state: 'wallet' | 'chain' | 'done'
  /** Who must act, or what happens; one sentence. */
  title: string
  /** What, and to whom. */
  text?: string
  /** The token that it is about. */
  image?: { name: string; src?: string | undefined }
  /** Where to look it up: an https address, and what to say about it. */
  link?: { url: string; label: string }
}
