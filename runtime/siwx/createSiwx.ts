import { networkRpc } from '../http/networkRpc.ts'
import type { Kit } from '../contracts/kit.ts'
import type { CaipNetworkId } from '../lib/namespace.ts'
import { findNetwork } from '../state/findNetwork.ts'
import type { SiwxOptions } from '../contracts/siwx.ts'
import { createMessage, type MessageParams } from './createMessage.ts'
import { siwxError } from './errors.ts'
import { createNonce } from './nonce.ts'
import { parseSession } from './parseSession.ts'
import { createSessionStorage } from './storage/local.ts'
import type { SIWX, SIWXSession } from './types.ts'
import { verifySession } from './verify/index.ts'
import { createReader } from './verify/reader.ts'
import { verifiersOf } from './verify/verifier.ts'

/**
 * Sign-in in the page alone: creates messages for this page, checks signatures with the verifiers of the build, and
 * stores sessions in the kit's storage. It proves nothing to a server; a site that needs that sets `storage: server`.
 */
export function createSiwx(kit: Kit, options: SiwxOptions = {}): SIWX {
  const params = messageParams(options)
  const sessions = createSessionStorage(kit.storage)
  const { verifiers } = kit.parts
  const readerOf = (chainId: CaipNetworkId) => {
    const network = findNetwork(kit.state.networks, chainId)
    return network && createReader(networkRpc(kit, network))
  }
  /**
   * Whether a session is for this page's domain and its signature is valid. Anything else does not count, because any
   * script of the origin can write to storage.
   */
  const isGood = async (session: SIWXSession) =>
    session.data.domain === params.domain &&
    verifySession(session, { ...verifiersOf(kit.chains.values()), ...verifiers }, { readerOf })
  const parseGood = async (value: SIWXSession) => {
    const session = parseSession(value)
    if (!session || !(await isGood(session))) throw siwxError('SIWX_INVALID')
    return session
  }
  return {
    createMessage: async (input) => createMessage(input, params, { nonce: createNonce() }),
    addSession: async (session) => sessions.add(await parseGood(session)),
    setSessions: async (list) => sessions.set(await Promise.all(list.map(parseGood))),
    revokeSession: async (chainId, address) => sessions.remove(chainId, address),
    getSessions: async (chainId, address) => {
      const held = sessions.get(chainId, address)
      const good = await Promise.all(held.map(isGood))
      // Remove exactly these sessions: those with an invalid signature or for another domain. Another tab may have
      // stored new ones meanwhile, which stay.
      const bad = held.filter((_, at) => !good[at])
      if (bad.length) sessions.drop(bad)
      return held.filter((_, at) => good[at])
    },
    getRequired: () => options.required ?? true,
    oneClick: options.oneClick ?? true,
  }
}

/** The fields that are the same in all messages of a page. */
export function messageParams({ statement, expiration, domain, uri, resources }: SiwxOptions): MessageParams & {
  domain: string
} {
  return {
    domain: domain ?? location.host,
    uri: uri ?? location.origin,
    ...(statement !== undefined && { statement }),
    ...(expiration !== undefined && { expiration }),
    ...(resources && { resources }),
  }
}
