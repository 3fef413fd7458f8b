/**
 * Wraps data keys by an AES key in an HSM, over PKCS #11. The master key never leaves the HSM: this server sends a data
 * key, and gets the data key back encrypted (AES-256-GCM).
 */
import type { HsmConfig } from '../../config/hsm.ts'
import { asking } from '../../span.ts'
import { associatedData, type KeyWrapper, type Wrapped } from '../wrapper.ts'
import { HsmError } from './failure.ts'
import { createNonces, NONCE } from './nonce.ts'
import { openToken } from './token.ts'

/** The prefix of the ids of master keys in an HSM. The key's label follows it. */
export const HSM_PREFIX = 'hsm:'
const TAG = 16
const labelOf = (id: string) => id.slice(HSM_PREFIX.length)

/**
 * Makes the wrapper whose master key is in the HSM. `wrap` and `unwrap` throw an HsmError if the HSM does not answer or
 * refuses.
 */
export function hsmWrapper(config: HsmConfig): KeyWrapper {
  const token = openToken(config)
  const withNonce = createNonces()
  const current = `${HSM_PREFIX}${config.key}`

  async function wrap(dataKey: Uint8Array, context: string, id = current) {
    const plain = Buffer.from(dataKey)
    const associated = associatedData(id, context)
    try {
      const { iv, sealed } = await withNonce((iv) =>
        token.use(labelOf(id), ({ cryptoki, session, key }) =>
          cryptoki.encrypt(session, key, { iv, associated }, plain),
        ),
      )
      return { key: id, wrapped: Buffer.concat([iv, sealed]).toString('base64') }
    } finally {
      plain.fill(0)
    }
  }

  function unwrap({ key: id, wrapped }: Wrapped, context: string): Promise<Buffer> {
    const bytes = Buffer.from(wrapped, 'base64')
    if (bytes.length <= NONCE + TAG) throw new HsmError('The wrapped key is too short', undefined, true)
    // Copy both parts: the library reads them in another thread.
    const [iv, sealed] = [Buffer.from(bytes.subarray(0, NONCE)), Buffer.from(bytes.subarray(NONCE))]
    return token.use(labelOf(id), ({ cryptoki, session, key }) =>
      cryptoki.decrypt(session, key, { iv, associated: associatedData(id, context) }, sealed),
    )
  }

  /**
   * Finds out whether the data is wrong after the HSM refused to decrypt it, because libraries use different codes for
   * that. The HSM first has to wrap and unwrap other data with the same key. If it then refuses the given data with the
   * same code again, the data is wrong; a single refusal may be a temporary failure of the HSM.
   */
  async function unwrapAgain(given: Wrapped, context: string, first: HsmError): Promise<Buffer> {
    await unwrap(await wrap(Buffer.alloc(32), context, given.key), context)
    try {
      return await unwrap(given, context)
    } catch (error) {
      if (!(error instanceof HsmError) || error.code !== first.code) throw error
      throw new HsmError(`The data does not open with the HSM's key: ${error.message}`, error.code, true)
    }
  }

  return {
    current,
    wrap: (dataKey, context) => asking('the HSM', () => wrap(dataKey, context)),
    unwrap: (given, context) =>
      asking('the HSM', async () => {
        try {
          return await unwrap(given, context)
        } catch (error) {
          if (!(error instanceof HsmError) || error.code === undefined || error.isAboutData) throw error
          return unwrapAgain(given, context, error)
        }
      }),
  }
}
