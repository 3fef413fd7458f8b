/**
 * The provider of each namespace that a chain from outside this package adds, by declaration merging:
 *
 * ```ts
 * declare module 'walletkit' {
 *   interface AddedProviders { harbor: HarborProvider }
 * }
 * ```
 */
// Empty, because other packages add the members. In a file of its own, so that `index.ts` can export it with `*`: a
// `declare module 'walletkit'` merges only into an interface exported that way.
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface AddedProviders {}
