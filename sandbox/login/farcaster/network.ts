/**
 * What the login service needs of Farcaster: a relay that passes on what a wallet signed, and a registry that says
 * which address owns a Farcaster id (fid). The sandbox has a stand-in (`standIn.ts`); `walletkit-server` uses the real
 * ones, in `server/social/farcaster.ts`.
 */
import type { Hex } from 'viem'
import type { Claim, Wanted } from './message.ts'

/** What a wallet has signed, as the relay returns it, unchecked: `verify.ts` checks it. */
export type Approval = { message: string; signature: string }

/**
 * Each function but `open` may throw `Denied`, which ends the sign-in. Other errors mean that Farcaster did not answer.
 */
export type FarcasterNetwork = {
  /** The shortest time between two calls of `approval` for one sign-in, in ms. */
  every: number
  /**
   * Asks for a signature, in the name of a site.
   * @returns the URL for the QR code, and the secret by which `approval` finds the answer
   */
  open: (wanted: Wanted, site: string) => Promise<{ link: string; token: string }>
  /** What a wallet has signed, undefined while none has. It is returned only once. */
  approval: (token: string) => Promise<Approval | undefined>
  /** Whether the address is a contract that confirms the signature (ERC-1271). Absent where there are no contracts. */
  isSigned?: (address: Hex, approval: { hash: Hex; signature: Hex }) => Promise<boolean>
  /** The name to show for a Farcaster id (fid). Undefined unless the claim's address is that id's custody address. */
  nameOf: (claim: Claim) => Promise<string | undefined>
}
