import type { Namespace } from '../lib/namespace.ts'
import type { AccountType } from './config.ts'

/** What the kit and its screens know about a chain family, as data that is there before the family's code loads. */
export type Family = {
  readonly namespace: Namespace
  /** The family's name for visitors. A site translates it with the message key `namespace.` and the namespace. */
  readonly name: string
  /**
   * The form of an address on any network of the family. It accepts every valid address and checks no checksum, which
   * is the job of `Adapter.isAddress`. No `g` or `y` flag: such a RegExp remembers where it stopped.
   */
  readonly address: RegExp
  /** The type of an account if neither the config nor the wallet says it. Default: `eoa`. */
  readonly accountType?: AccountType
  /** The placeholder address of the native token in service calls. Default: `0x`. */
  readonly nativeToken?: string
  /** The adapter has `getBalance`. The tokens tab says otherwise that this page reads no balances there. */
  readonly hasBalances?: boolean
  /** The JSON-RPC methods that a remote session asks a wallet to support. Default: none. */
  readonly methods?: readonly string[]
}
