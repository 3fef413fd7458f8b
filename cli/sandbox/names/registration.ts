/** Who asks for a name, checked here: the page's own checks are nobody's proof. */
import { createPublicClient, http, isHex } from 'viem'
import { parseAddress } from '../balances.ts'
import type { EvmNode } from '../node.ts'
import { parseObject, Refusal } from '../refusal.ts'
import { isLabel, labelOf, nameSuffix, type Names, type Profile } from './book.ts'

/** Seconds that a signed request stays good, and that clocks may differ. */
const LIFETIME = 300
const SKEW = 60

/** ENSIP-11: the coin type of an EVM chain is its id with the highest bit set. */
const chainIdOf = (coinType: number) => (coinType & 0x7fffffff) >>> 0

/** What was signed: `{ name, attributes, timestamp }` as JSON, `timestamp` in seconds since 1970. */
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
 * Checks `POST /v1/profile/account` and registers the name: the coin type's chain is one of the sandbox's, the signature
 * is the address's (a key, or a contract by ERC-1271 and ERC-6492), and the name is free. Throws a 400 {@link Refusal}.
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
