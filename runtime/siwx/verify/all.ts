import type { Verifiers } from './verifier.ts'

/** The verifiers of every namespace, for servers. A page's build lists only those of its networks, to stay small. */
export const allVerifiers: Required<Verifiers> = {
  eip155: () => import('./eip155.ts'),
  solana: () => import('./solana.ts'),
  polkadot: () => import('./polkadot.ts'),
  bip122: () => import('./bip122.ts'),
}
