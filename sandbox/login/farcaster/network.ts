/**
 * What the login service needs of Farcaster: a place where a wallet leaves what it signed, and the owners of the
 * numbers. The sandbox has a stand-in (`standIn.ts`); `walletkit-server` asks the real one, in
 * `server/social/farcaster.ts`.
 */
import type { Hex } from 'viem'
import type { Claim, Wanted } from './message.ts'

/** What a wallet has signed. Nothing of it is checked yet: see `verify.ts`. */
export type Approval = { message: string; signature: string }

/** Each function but `open` may throw `Denied`, which ends the sign-in. Other errors mean that there was no answer. */
export type FarcasterNetwork = {
  /** The shortest time between two questions whether a wallet has signed, in ms. */
  every: number
  /**
   * Asks for a signature, in the name of a site.
   * @returns the URL for the QR code, and the secret by which `approval` finds the answer
   */
  open: (wanted: Wanted, site: string) => Promise<{ link: string; token: string }>
  /** What a wallet has signed, undefined while none has. It is answered once. */
  approval: (token: string) => Promise<Approval | undefined>
  /** Whether the address is a contract that says that it has signed (ERC-1271). Absent where there are no contracts. */
  isSigned?: (address: Hex, approval: { hash: Hex; signature: Hex }) => Promise<boolean>
  /** The name to show for a number. Undefined unless the address is the number's custody address. */
  nameOf: (claim: Claim) => Promise<string | undefined>
}
