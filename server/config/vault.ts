import { isLoopback } from '../../sandbox/answer.ts'
import { isFields, type Reader } from './read.ts'
import { secretOf, type Secrets } from './secrets.ts'

/**
 * A key of the transit engine of a HashiCorp Vault or an OpenBao. `url` is the origin, `mount` the path of the engine,
 * `key` the name of the key there, and `token` what lets this server encrypt and decrypt with it.
 */
export type VaultConfig = { url: string; mount: string; key: string; token: string }

const FIX = 'Write { "url": "https://vault.example.com:8200", "key": "walletkit" }.'
const TOKEN = 'WALLETKIT_VAULT_TOKEN'

/**
 * Reads the vault that wraps the accounts' data keys, if there is one. Production needs https, except for a vault on
 * this machine.
 */
export function vaultOf(
  value: unknown,
  mode: 'production' | 'development',
  secrets: Secrets,
  read: Reader,
): VaultConfig | undefined {
  if (value === undefined) return undefined
  if (!isFields(value)) return read.wrong('vault', 'is not an object', FIX)
  read.onlyKnown(value, ['url', 'mount', 'key'], 'vault.')
  const url =
    value['url'] === undefined ? read.wrong('vault.url', 'is missing', FIX) : read.origin(value['url'], 'vault.url')
  const named = (name: string, otherwise?: string) => {
    const text = read.text(value, name, `vault.${name}`, FIX) ?? otherwise
    if (text !== undefined && /^[\w-]{1,60}$/.test(text)) return text
    return read.wrong(`vault.${name}`, text === undefined ? 'is missing' : 'is not a name', FIX)
  }
  const [mount, key] = [named('mount', 'transit'), named('key')]
  const token = secretOf(TOKEN, secrets, read)
  if (token === undefined && !secrets.environment[`${TOKEN}_FILE`])
    read.wrong(TOKEN, 'is not set, and vault needs it', 'Make a token that may encrypt and decrypt with the key only.')
  if (url === undefined || mount === undefined || key === undefined || token === undefined) return undefined
  if (mode === 'production' && url.startsWith('http:') && !isLoopback(url))
    return read.wrong('vault.url', 'is not https, and production needs it', 'Data keys would be sent in clear.')
  return { url, mount, key, token }
}
