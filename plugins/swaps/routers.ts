/**
 * Exchange contracts that an approval or a swap may use. A compromised service could name any other contract, and an
 * approval is enough to steal the tokens.
 */

/** 1inch aggregation routers 6 and 5, which have the same addresses on nearly every network. */
const EVERYWHERE = ['0x111111125421ca6dc452d289314280a0f8842a65', '0x1111111254eeb25477b68fb85ed929f73a960582']
/** The same routers on zkSync, which derives contract addresses differently. */
const ZKSYNC = ['0x6fd4383cb451173d5f9304f041c7bcbf27d561ff', '0x6e2b76966cbd9cf4cc2fa0d76d24d5241e0abc2f']
const KNOWN_ON: readonly string[] = [1, 42161, 10, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554].map(
  (id) => `eip155:${id}`,
)

/** The known contracts on a network, in lower case. `more` are CAIP-10 addresses from the config. */
export function routersOf(chainId: string, more: readonly string[] = []): string[] {
  const own = more.filter((each) => each.startsWith(`${chainId}:`)).map((each) => each.slice(chainId.length + 1))
  if (chainId === 'eip155:324') return [...own, ...ZKSYNC]
  return KNOWN_ON.includes(chainId) ? [...own, ...EVERYWHERE] : own
}
