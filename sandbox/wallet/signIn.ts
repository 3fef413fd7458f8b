/**
 * Signs for a session and a sign-in with one approval (`wc_sessionAuthenticate`, with messages as in CAIP-74).
 */
import type { WalletKitTypes } from '@reown/walletkit'
import {
  buildAuthObject,
  formatMessage,
  getDecodedRecapFromResources,
  getRecapResource,
  getReCapActions,
  populateAuthPayload,
} from '@walletconnect/utils'
import { stringToHex } from 'viem'
import { Fault, type Namespace } from './namespace.ts'

export type AuthPayload = WalletKitTypes.SessionAuthenticate['params']['authPayload']
export type Auths = ReturnType<typeof buildAuthObject>[]

export const askedMethods = ({ resources }: AuthPayload): string[] =>
  getReCapActions(getRecapResource(getDecodedRecapFromResources(resources), 'eip155')) as string[]

/**
 * Prepares the message that an approval signs: that of the wallet's first account on the first requested network that
 * the wallet supports. One message is enough, because its recap (ERC-5573) names all granted networks.
 * @throws Fault 5100 when the wallet supports none of the networks
 */
export function draft(payload: AuthPayload, eip155: Namespace) {
  const [chain] = payload.chains.filter(eip155.serves)
  const [address] = chain ? eip155.addresses(chain) : []
  if (!chain || !address) throw new Fault(5100, 'The sandbox wallet has none of the networks that were asked')
  const chains = payload.chains.filter(eip155.serves)
  const request = populateAuthPayload({ authPayload: payload, chains, methods: [...eip155.methods] })
  const iss = `did:pkh:${chain}:${address}`
  return { request, iss, chain, address, message: formatMessage(request, iss) }
}

/** Signs the message of {@link draft}. @throws Fault */
export async function signAuths(payload: AuthPayload, eip155: Namespace): Promise<Auths> {
  const { request, iss, chain, address, message } = draft(payload, eip155)
  const asked = { method: 'personal_sign', params: [stringToHex(message), address], chainId: chain, exposed: [address] }
  return [buildAuthObject(request, { t: 'eip191', s: String(await eip155.sign(asked)) }, iss)]
}
