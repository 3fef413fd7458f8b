/**
 * The provider of each namespace that a chain from outside this package adds, by declaration merging:
 *
 * ```ts
 * declare module 'walletkit' {
 *   interface AddedProviders { harbor: HarborProvider }
 * }
 * ```
 */
// Other packages add its members. A file of its own: `index.ts` has to export it with `*`.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface AddedProviders {}
