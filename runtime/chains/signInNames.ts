import type { OwnNamespace } from '../lib/namespace.ts'

/**
 * The names of families in sign-in messages ("…with your Ethereum account"), where the name is not the namespace with a
 * capital letter. Apart from `families.ts`, because sign-in needs nothing else of a family.
 */
export const SIGN_IN_NAMES: Readonly<Partial<Record<OwnNamespace, string>>> = { eip155: 'Ethereum', bip122: 'Bitcoin' }
