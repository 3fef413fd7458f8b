import type { Verifiers } from './verifier.ts'

/** Those of every namespace, for a server. A page's build names its own, so that it holds no others. */
export const allVerifiers: Required<Verifiers> = {
  eip155: () => import('./eip155.ts'),
  solana: () => import('./solana.ts'),
  polkadot: () => import('./polkadot.ts'),
  bip122: () => import('./bip122.ts'),
}
