import type { Kit } from '../../contracts/kit.ts'
import { perKit } from '../../contracts/perKit.ts'
import { parseSiweConfig } from './parse.ts'
import type { SiweConfig, SiweSession } from './types.ts'

/** The site's `siweConfig`; an Error if it is invalid; `undefined` if the site has none or it is not enabled. */
export const siweOf = perKit((kit: Kit): SiweConfig | Error | undefined => {
  const [json, code] = [kit.config.siweConfig, kit.overrides.siweConfig]
  if (!json && !code) return undefined
  try {
    const config = parseSiweConfig(code, json)
    return config.enabled === false ? undefined : config
  } catch (error) {
    return error as Error
  }
})

/** Whether a session is valid for an account (CAIP-2 id, address), considering the `signOutOn…Change` options. */
export function isGoodFor(
  { signOutOnAccountChange = true, signOutOnNetworkChange = true }: SiweConfig,
  session: SiweSession,
  chainId: string,
  address: string,
): boolean {
  const [isAccount, isNetwork] = [
    session.address.toLowerCase() === address.toLowerCase(),
    `eip155:${session.chainId}` === chainId,
  ]
  return (isAccount || !signOutOnAccountChange) && (isNetwork || !signOutOnNetworkChange)
}
