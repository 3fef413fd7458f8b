/**
 * Wraps data keys by the transit engine of a HashiCorp Vault or an OpenBao (developer.hashicorp.com/vault/api-docs,
 * "Transit secrets engine"). The master key never leaves it: this server sends a data key, and gets it back encrypted.
 */
import type { VaultConfig } from '../config/vault.ts'
import { createOutbound } from '../data/outbound.ts'
import { fieldsOf } from '../data/shape.ts'
import type { KeyWrapper } from './wrapper.ts'

/** What begins the id of a master key that is in a vault. A local key's id has no colon. */
export const VAULT_PREFIX = 'vault:'

/** @throws SourceError, from each function, if the vault does not answer or refuses */
export function vaultWrapper({ url, mount, key, token }: VaultConfig): KeyWrapper {
  const ask = createOutbound({
    ...{ name: 'the vault', url, headers: { 'x-vault-token': token } },
    // Nothing else can open an account, so that there is nobody to ask meanwhile.
    rests: false,
  })
  const current = `${VAULT_PREFIX}${mount}/${key}`

  async function transit(verb: 'encrypt' | 'decrypt', name: string, context: string, body: object): Promise<string> {
    // The vault authenticates the account's id with the data key, as AES-GCM does.
    const associated = Buffer.from(JSON.stringify(['walletkit data key', context])).toString('base64')
    const path = `/v1/${name.replace('/', `/${verb}/`)}`
    const { data } = fieldsOf(await ask({ path, body: { ...body, associated_data: associated } }))
    const text = fieldsOf(data)[verb === 'encrypt' ? 'ciphertext' : 'plaintext']
    if (typeof text !== 'string' || text === '') throw new Error(`The vault sent nothing to ${verb}`)
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
      // An account may be under a key that was used before this one: the vault says whether the token may use it.
      const name = given.key.slice(VAULT_PREFIX.length)
      if (!/^[\w-]+\/[\w-]+$/.test(name)) throw new Error(`The data is under the key "${given.key}", which is no name`)
      return Buffer.from(await transit('decrypt', name, context, { ciphertext: given.wrapped }), 'base64')
    },
  }
}
