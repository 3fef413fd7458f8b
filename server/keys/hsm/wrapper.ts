/**
 * Wraps data keys by an AES key in an HSM, over PKCS #11. The master key never leaves it: this server sends a data key, and
 * gets it back encrypted (AES-256-GCM).
 */
import type { HsmConfig } from '../../config/hsm.ts'
import { asking } from '../../span.ts'
import { associatedData, type KeyWrapper, type Wrapped } from '../wrapper.ts'
import { HsmError } from './failure.ts'
import { createNonces, NONCE } from './nonce.ts'
import { openToken } from './token.ts'

/** What begins the id of a master key that is in an HSM; after it is the key's label. */
export const HSM_PREFIX = 'hsm:'
const TAG = 16
const labelOf = (id: string) => id.slice(HSM_PREFIX.length)

/** @throws HsmError, from each function, if the HSM does not answer or refuses */
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
    // Buffers of their own: the library reads them in another thread.
    const [iv, sealed] = [Buffer.from(bytes.subarray(0, NONCE)), Buffer.from(bytes.subarray(NONCE))]
    return token.use(labelOf(id), ({ cryptoki, session, key }) =>
      cryptoki.decrypt(session, key, { iv, associated: associatedData(id, context) }, sealed),
    )
  }

  /**
   * Libraries differ in how they say that data is wrong. It is, if the HSM refuses it in the same way before and after it
   * opened what it wrapped with the same key. A single refusal may be a disturbance of the HSM.
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
