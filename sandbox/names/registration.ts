/** Validates registrations of names. The page checks them too, but anybody can send other requests. */
import { createPublicClient, http, isHex } from 'viem'
import { parseAddress } from '../balances.ts'
import type { EvmNode } from '../node.ts'
import { parseObject, Refusal } from '../refusal.ts'
import { isLabel, labelOf, nameSuffix, type Names, type Profile } from './book.ts'

/** The seconds for which a signed request is valid, and by how many seconds the signer's clock may be ahead. */
const LIFETIME = 300
const SKEW = 60

/** ENSIP-11: the coin type of an EVM chain is its id with the highest bit set. */
const chainIdOf = (coinType: number) => (coinType & 0x7fffffff) >>> 0

/**
 * Parses the signed message: `{ name, attributes, timestamp }` as JSON, `timestamp` in seconds since 1970. Throws a 400
 * {@link Refusal}.
 */
function parseMessage(text: string): { label: string; attributes: Profile['attributes'] } {
  const { name, attributes, timestamp } = parseObject(Buffer.from(text))
  const label = typeof name === 'string' ? labelOf(name) : undefined
  if (label === undefined) throw new Refusal(400, 'name', `Names here end in .${nameSuffix}`)
  if (!isLabel(label)) throw new Refusal(400, 'name', 'A name has at least 4 letters, digits or hyphens')
  if (typeof attributes !== 'object' || attributes === null)
    throw new Refusal(400, 'attributes', 'An object is expected')
  const age = Date.now() / 1000 - Number(timestamp)
  if (!Number.isSafeInteger(timestamp) || age > LIFETIME || age < -SKEW)
    throw new Refusal(400, 'timestamp', 'The request is too old or too new. Sign it again')
  const { avatar, bio } = attributes as { avatar?: unknown; bio?: unknown }
  return {
    label,
    attributes: [{ ...(typeof avatar === 'string' && { avatar }), ...(typeof bio === 'string' && { bio }) }],
  }
}

/**
 * Validates `POST /v1/profile/account` and registers the name: the coin type must be of a sandbox chain, the signature
 * must be the address's (of a key, or of a contract by ERC-1271 and ERC-6492), and the name must be free. Throws a 400
 * {@link Refusal}.
 */
export async function registerName(body: Buffer, nodes: readonly EvmNode[], names: Names): Promise<Profile> {
  const { coin_type: coinType, address: given, message, signature } = parseObject(body)
  const node = nodes.find(({ id }) => typeof coinType === 'number' && coinType >= 2 ** 31 && id === chainIdOf(coinType))
  if (!node) throw new Refusal(400, 'coin_type', 'The sandbox has no chain of this coin type')
  const address = parseAddress(String(given))
  if (typeof message !== 'string' || message.length > 10_000) throw new Refusal(400, 'message', 'A text is expected')
  const { label, attributes } = parseMessage(message)
  if (!isHex(signature)) throw new Refusal(400, 'signature', 'A hex signature is expected')
  const client = createPublicClient({ transport: http(`http://127.0.0.1:${node.port}`) })
  const isSigned = await client.verifyMessage({ address, message, signature }).catch(() => false)
  if (!isSigned) throw new Refusal(400, 'signature', 'The signature is not this account’s')
  return names.register(label, Number(coinType), address, attributes)
}
