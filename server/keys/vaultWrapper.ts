/**
 * Wraps data keys by the transit engine of a HashiCorp Vault or an OpenBao (developer.hashicorp.com/vault/api-docs,
 * "Transit secrets engine"). The master key never leaves the vault: this server sends a data key, and gets the data key
 * back encrypted.
 */
import type { VaultConfig } from '../config/vault.ts'
import { createOutbound } from '../data/outbound.ts'
import { fieldsOf } from '../data/shape.ts'
import { SourceError } from '../data/source.ts'
import type { KeyWrapper } from './wrapper.ts'

/**
 * The prefix of the ids of master keys in a vault. The id of a local master key has no colon, so it never has this
 * prefix.
 */
export const VAULT_PREFIX = 'vault:'

/**
 * Makes the wrapper whose master key is in the vault. `wrap` and `unwrap` throw a SourceError if the vault does not
 * answer or refuses.
 */
export function vaultWrapper({ url, mount, key, token }: VaultConfig): KeyWrapper {
  const ask = createOutbound({
    ...{ name: 'the vault', url, headers: { 'x-vault-token': token } },
    // Unlike for data sources, keep sending requests after failures: only the vault can unwrap its data keys.
    rests: false,
  })
  const current = `${VAULT_PREFIX}${mount}/${key}`

  async function transit(verb: 'encrypt' | 'decrypt', name: string, context: string, body: object): Promise<string> {
    // The vault's AES-GCM authenticates the account's id with the data key: it is not unwrapped for another account.
    const associated = Buffer.from(JSON.stringify(['walletkit data key', context])).toString('base64')
    const path = `/v1/${name.replace('/', `/${verb}/`)}`
    const { data } = fieldsOf(await ask({ path, body: { ...body, associated_data: associated } }))
    const text = fieldsOf(data)[verb === 'encrypt' ? 'ciphertext' : 'plaintext']
    if (typeof text !== 'string' || text === '') throw new SourceError('the vault', `sent nothing to ${verb}`)
    return text
  }

  return {
    current,
    async wrap(dataKey, context) {
      const plaintext = Buffer.from(dataKey).toString('base64')
      return {
        key: current,
        wrapped: await transit('encrypt', current.slice(VAULT_PREFIX.length), context, { plaintext }),
      }
    },
    async unwrap(given, context) {
      // Another key than the config's may have wrapped this data key before. The vault decides whether the token may
      // use it.
      const name = given.key.slice(VAULT_PREFIX.length)
      if (!/^[\w-]+\/[\w-]+$/.test(name)) throw new Error(`The data is under the key "${given.key}", which is no name`)
      return Buffer.from(await transit('decrypt', name, context, { ciphertext: given.wrapped }), 'base64')
    },
  }
}
