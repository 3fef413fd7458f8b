import type { SiwxOptions } from '../contracts/siwx.ts'
import { createMessage } from './createMessage.ts'
import { messageParams } from './createSiwx.ts'
import { siwxError } from './errors.ts'
import { isFor } from './parseSession.ts'
import { createSessionServer, SiwxRefusal } from './storage/server.ts'
import type { SIWX, SIWXSession } from './types.ts'

/** The default endpoint: the server's default path on the page's origin. */
const ENDPOINT = '/siwx'

/**
 * Sign-in that a server verifies (`walletkit/siwx-server`): it issues the nonces, checks the signatures, and keeps the
 * sessions behind a cookie that scripts cannot read. The page stores nothing.
 */
export function createServerSiwx(options: SiwxOptions, send?: typeof fetch): SIWX {
  const server = createSessionServer(new URL(options.endpoint ?? ENDPOINT, location.href).href, send)
  const addSession = (session: SIWXSession) =>
    server.add(session).catch((error: unknown) => {
      const isBad = error instanceof SiwxRefusal && error.code === 'signature'
      throw isBad ? siwxError('SIWX_INVALID', error) : error
    })
  return {
    createMessage: async (input) => createMessage(input, messageParams(options), await server.nonce()),
    addSession,
    revokeSession: (chainId, address) => server.remove({ chainId, address }),
    setSessions: async (list) => {
      await server.remove()
      for (const session of list) await addSession(session)
    },
    // The server returns no sessions that have ended. Do not compare the times here: the visitor's clock may be wrong.
    getSessions: async (chainId, address) => (await server.all()).filter((each) => isFor(each, chainId, address)),
    getRequired: () => options.required ?? true,
    oneClick: options.oneClick ?? true,
  }
}
