import type { Verifier } from 'walletkit'
import { fromHex, keyOf } from './address.ts'

/** Whether the account signed exactly the text. Runs in pages and in Node: both have ed25519 in Web Crypto. */
const verify: Verifier = async ({ data, message, signature }) => {
  const key = keyOf(data.accountAddress)
  if (!key || !/^[\da-f]{128}$/.test(signature)) return false
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', imported, fromHex(signature), new TextEncoder().encode(message))
}
export default verify
