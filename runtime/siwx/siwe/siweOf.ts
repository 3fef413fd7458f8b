import type { Kit } from '../../kit.ts'
import { perKit } from '../../lib/perKit.ts'
import { parseSiweConfig } from './parse.ts'
import type { SiweConfig, SiweSession } from './types.ts'

/** The site's functions; an Error where they are not what they have to be; `undefined` where sign-in is not by them, or off. */
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

/** Whether a session is good for an account (CAIP-2, address), by what the config says of changes. */
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
