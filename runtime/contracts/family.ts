import type { Namespace } from '../lib/namespace.ts'
import type { AccountType } from './config.ts'

/** What the kit and its screens know about a chain family before the family's code loads: plain data. */
export type Family = {
  readonly namespace: Namespace
  /** The family's name for visitors. A site translates it with the message key `namespace.` and the namespace. */
  readonly name: string
  /**
   * The form of an address on any network of the family. It accepts every valid address and checks no checksum;
   * `Adapter.isAddress` does. Do not set the flags `g` or `y`: such a RegExp continues at the end of its last match, so
   * a repeated test would fail.
   */
  readonly address: RegExp
  /** The account type if neither the config nor the wallet names one. Default: `eoa`. */
  readonly accountType?: AccountType
  /** The address that stands for the native token in requests to services. Default: `0x`. */
  readonly nativeToken?: string
  /**
   * Whether the adapter has `getBalance`. If not, the tokens tab says that balances on this family are not available.
   */
  readonly hasBalances?: boolean
  /** The JSON-RPC methods that a remote session asks a wallet to support. Default: none. */
  readonly methods?: readonly string[]
}
