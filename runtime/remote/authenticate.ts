/**
 * Requests the session and the sign-in in one message (`wc_sessionAuthenticate`). WalletConnect's library adds a plain
 * session proposal for wallets that do not know this method, and makes a session of the answer to either.
 */
import { readMessage } from '../errors/rejection.ts'
import type { SignInRequest } from '../contracts/siwx.ts'
import type { RelayClient } from './client.ts'
import type { Proposal } from './namespaces.ts'
import { holdBuffer } from './patches/buffer.ts'
import { checkAnswers, type Open } from './patches/checkAnswers.ts'
import { keepPairings } from './patches/keepPairings.ts'

/** `auths` are the CACAOs (CAIP-74) of a wallet that signed; `checkAnswers` has verified them. */
export type Authenticated = { session: unknown; auths?: unknown }

/**
 * Sends the request. Rejects with the wallet's error, or with the reason for which its answer was refused, such as
 * `SIWX_INVALID` when it signed something else.
 */
export async function authenticate(
  client: RelayClient,
  optionalNamespaces: Record<string, Proposal>,
  request: SignInRequest,
): Promise<Authenticated> {
  const open = checkAnswers(client)
  let mine: Open | undefined
  const release = holdBuffer()
  // Register the request when its URI is ready: by then the library has created the request's key, and no wallet can
  // answer earlier.
  const remember = () => {
    const [key] = client.client.auth?.authKeys.getAll() ?? []
    if (key && !mine) open.set(key.responseTopic, (mine = { request, publicKey: key.publicKey, release: () => {} }))
    release()
  }
  client.on('display_uri', remember)
  try {
    return await ask(client, { ...request.params, optionalNamespaces })
  } catch (error) {
    throw mine?.refusal ?? (error instanceof Error ? error : new Error(readMessage(error), { cause: error }))
  } finally {
    client.removeListener('display_uri', remember)
    release()
    mine?.release()
  }
}

function ask(client: RelayClient, params: Parameters<NonNullable<RelayClient['authenticate']>>[0]) {
  const { authenticate: send } = client
  if (!send) throw new Error('The relay client does not support sign-in')
  return keepPairings(client, () => send.call(client, params))
}
