/** A service in the form of the transit engine of a HashiCorp Vault, with a real key of its own in memory. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type Asked, type Reply, startService } from './service.ts'

const refused = (status: number, error: string): Reply => ({ status, json: { errors: [error] } })

/**
 * @param token what a request has to have in `x-vault-token`
 * @param isBlind ignores the associated data, as keys of other types do
 */
export async function startVault(token: string, { isBlind = false } = {}) {
  const keys = new Map<string, Buffer>()
  const keyOf = (name: string) => {
    const key = keys.get(name) ?? randomBytes(32)
    keys.set(name, key)
    return key
  }

  function answer({ method, path, headers, body }: Asked): Reply {
    const [, verb, name = ''] = /^\/v1\/transit\/(encrypt|decrypt)\/([\w-]+)$/.exec(path) ?? []
    if (headers['x-vault-token'] !== token)
      return refused(403, `permission denied for ${String(headers['x-vault-token'])}`)
    if (method !== 'POST' || verb === undefined) return refused(404, 'no handler for route')
    const { plaintext = '', ciphertext = '', associated_data: associated = '' } = body as Record<string, string>
    const aad = isBlind ? Buffer.alloc(0) : Buffer.from(associated, 'base64')
    if (verb === 'encrypt') {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(name), iv).setAAD(aad)
      const sealed = Buffer.concat([cipher.update(plaintext, 'base64'), cipher.final()])
      const all = Buffer.concat([iv, sealed, cipher.getAuthTag()])
      return { json: { data: { ciphertext: `vault:v1:${all.toString('base64')}`, key_version: 1 } } }
    }
    try {
      const all = Buffer.from(ciphertext.replace(/^vault:v1:/, ''), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', keyOf(name), all.subarray(0, 12)).setAAD(aad)
      decipher.setAuthTag(all.subarray(-16))
      const plain = Buffer.concat([decipher.update(all.subarray(12, -16)), decipher.final()])
      return { json: { data: { plaintext: plain.toString('base64') } } }
    } catch {
      return refused(400, 'cipher: message authentication failed')
    }
  }
  return startService(answer)
}
