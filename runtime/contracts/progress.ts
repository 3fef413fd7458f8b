/**
 * A card in the Account view: what a plugin is doing for the visitor, or a warning. A card with the state `done`
 * disappears after the visitor has seen it.
 */
export type Progress = {
  /**
   * `wallet`: the visitor must act in the wallet. `chain`: waits for a block. `done`: it succeeded. `warning`:
   * something that the visitor should know; the card stays until they dismiss it.
   */
  state: 'wallet' | 'chain' | 'done' | 'warning'
  /** Who must act, or what happens, such as "Confirm in your wallet". At most 120 characters are shown. */
  title: string
  /** What is done, and to whom, such as "0.25 ETH to 0x7099…79C8". At most 120 characters are shown. */
  text?: string
  /**
   * The token that the work is about. `src` is the URL of its picture. Without `src`, walletkit shows its own picture
   * of the token with this `address` on the `network` (CAIP-2), or of the network's currency without `address`.
   */
  image?: { name: string; src?: string | undefined; network?: string; address?: string }
  /** A page about the work, such as one of a block explorer. `url` must be https; `label` is the link's text. */
  link?: { url: string; label: string }
}
