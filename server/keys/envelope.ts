/**
 * Encrypts each account's keys with a data key of that account, and the data key with a master key (both AES-256-GCM).
 */
import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Sealed } from '../../sandbox/login/database.ts'
import type { Vault } from '../../sandbox/login/vault.ts'
import type { KeyWrapper, Wrapped } from './wrapper.ts'

/** `sealed` are the account's encrypted keys. `iv`, `tag` and `sealed` are base64. */
export type Envelope = Wrapped & { iv: string; tag: string; sealed: string }

export type Envelopes = Vault<Envelope> & {
  /**
   * Wraps the account's data key with the current master key, and leaves the encrypted keys as they are. Resolves with
   * undefined if the current master key wraps the data key already.
   */
  rewrap: (owner: string, sealed: Sealed) => Promise<Envelope | undefined>
}

const bytesOf = (text: string) => Buffer.from(text, 'base64')

function envelopeOf(sealed: Sealed): Envelope {
  if (!('wrapped' in sealed)) throw new Error('The keys are in a box of the sandbox, which this server does not open')
  return sealed
}

/**
 * Wraps a data key, and unwraps the result to compare it. The wrapped key will be the only copy, so a faulty HSM or
 * vault would make the account's keys unreadable for good.
 */
async function wrapChecked(wrapper: KeyWrapper, dataKey: Uint8Array, owner: string): Promise<Wrapped> {
  const wrapped = await wrapper.wrap(dataKey, owner)
  const back = await wrapper.unwrap(wrapped, owner)
  const isSame = back.length === dataKey.length && timingSafeEqual(back, dataKey)
  back.fill(0)
  if (!isSame) throw new Error(`The master key "${wrapped.key}" gives another data key back than it wrapped`)
  return wrapped
}

export function createEnvelopes(wrapper: KeyWrapper): Envelopes {
  return {
    async seal(owner, plain) {
      const [dataKey, iv] = [randomBytes(32), randomBytes(12)]
      try {
        const cipher = createCipheriv('aes-256-gcm', dataKey, iv)
        cipher.setAAD(Buffer.from(owner))
        const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
        const [tag, base64] = [cipher.getAuthTag().toString('base64'), sealed.toString('base64')]
        const wrapped = await wrapChecked(wrapper, dataKey, owner)
        return { ...wrapped, iv: iv.toString('base64'), tag, sealed: base64 }
      } finally {
        dataKey.fill(0)
      }
    },
    async open(owner, given) {
      const { key, wrapped, iv, tag, sealed } = envelopeOf(given)
      const dataKey = await wrapper.unwrap({ key, wrapped }, owner)
      try {
        const decipher = createDecipheriv('aes-256-gcm', dataKey, bytesOf(iv), { authTagLength: 16 })
        decipher.setAAD(Buffer.from(owner))
        decipher.setAuthTag(bytesOf(tag))
        return Buffer.concat([decipher.update(bytesOf(sealed)), decipher.final()])
      } catch (cause) {
        throw new Error('The envelope does not open: it is of another account, or was changed', { cause })
      } finally {
        dataKey.fill(0)
      }
    },
    async rewrap(owner, given) {
      const { key, wrapped, ...rest } = envelopeOf(given)
      if (key === wrapper.current) return undefined
      const dataKey = await wrapper.unwrap({ key, wrapped }, owner)
      try {
        return { ...(await wrapChecked(wrapper, dataKey, owner)), ...rest }
      } finally {
        dataKey.fill(0)
      }
    },
  }
}
