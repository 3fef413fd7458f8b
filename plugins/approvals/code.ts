/** The contract whose code an account runs, if its owner delegated the account to one (EIP-7702). */
import type { PluginKit } from 'walletkit/plugin'

/** The contract's address, from an account's code: `0xef0100` and the address; `undefined` for any other code. */
export function parseCode(code: unknown): `0x${string}` | undefined {
  const [, contract] = /^0xef0100([0-9a-f]{40})$/i.exec(typeof code === 'string' ? code : '') ?? []
  return contract === undefined ? undefined : `0x${contract.toLowerCase()}`
}

/**
 * The contract to which the account is delegated, else `undefined`. Rejects if the node does not answer with hex text.
 */
export async function readCode(
  chain: Pick<PluginKit['chain'], 'request'>,
  address: string,
): Promise<`0x${string}` | undefined> {
  const code = await chain.request('eth_getCode', [address, 'latest'])
  if (typeof code !== 'string' || !/^0x[0-9a-f]*$/i.test(code)) throw new Error('The node gave no code')
  return parseCode(code)
}
