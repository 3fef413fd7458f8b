import type { Verifiers } from './verifier.ts'

/** The verifiers of this package's namespaces, for servers. A page's build lists only those of its networks, to stay small. */
export const allVerifiers = {
  eip155: () => import('./eip155.ts'),
  solana: () => import('./solana.ts'),
  polkadot: () => import('./polkadot.ts'),
  bip122: () => import('./bip122.ts'),
} satisfies Verifiers
