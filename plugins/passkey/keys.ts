/** Further passkeys of an account, and the recovery wallet, which may add one when all are lost. */
import type { PluginKit } from 'walletkit/plugin'
import { getAddress, type Hex, isAddress } from 'viem'
import { addPasskeyData, recoveryData, setRecoveryData } from './account.ts'
import { fromHex } from './bytes.ts'
import { passkeyError } from './errors.ts'
import type { Asked } from './provider.ts'
import { parseBytes, type Rpc } from './rpc.ts'
import type { Passkey } from './stored.ts'
import { createPasskey, rpIdHashOf } from './webauthn.ts'

/** Parses an address that a visitor typed and adds the EIP-55 checksum. Throws PASSKEY_ADDRESS if it is none. */
export function parseAddress(text: string): Hex {
  const typed = text.trim()
  // viem also rejects a mixed-case address with a wrong checksum: the visitor mistyped it.
  if (!isAddress(typed)) throw passkeyError('PASSKEY_ADDRESS')
  return getAddress(typed)
}

/** The account's recovery wallet; `undefined` if it has none or does not exist on this network. */
export async function readRecovery(rpc: Rpc, account: Hex): Promise<Hex | undefined> {
  const answer = parseBytes(await rpc('eth_call', [{ to: account, data: recoveryData() }, 'latest']))
  const address = /^0x0{24}([0-9a-f]{40})$/.exec(answer)?.[1]
  return address === undefined || /^0+$/.test(address) ? undefined : getAddress(`0x${address}`)
}

/**
 * Creates a further passkey of an account. Its user handle is the account's address, so that a device that has only the
 * passkey can find the account.
 */
async function createFor(account: Hex, rpId: string, name: string, exclude: readonly string[]): Promise<Passkey> {
  const created = await createPasskey({ rpId, name, userHandle: fromHex(account), exclude })
  return { ...created, rpIdHash: await rpIdHashOf(rpId), account }
}

export type Ask = (passkey: Passkey, asked: Asked) => Promise<Hex>

/**
 * Creates a passkey on another device or security key. `passkey` then signs the operation that adds it to the account.
 */
export async function addPasskey(ask: Ask, passkey: Passkey, on: { chainId: number; rpId: string; name: string }) {
  const added = await createFor(passkey.account, on.rpId, on.name, [passkey.id])
  const call = { to: passkey.account, value: 0n, data: addPasskeyData(added) }
  await ask(passkey, { kind: 'calls', chainId: on.chainId, calls: [call] })
}

export const setRecovery = (ask: Ask, passkey: Passkey, chainId: number, wallet: Hex) =>
  ask(passkey, {
    kind: 'calls',
    chainId,
    calls: [{ to: passkey.account, value: 0n, data: setRecoveryData(wallet) }],
  })

/**
 * Creates a passkey for an account whose passkeys are lost; a transaction of its recovery wallet adds it. Throws
 * PASSKEY_RECOVERY if the connected wallet is not the recovery wallet, or if another account or network is active by the
 * time that the device has created the passkey: the account may not exist there, and a call to nothing succeeds.
 */
export async function recover(kit: PluginKit, rpc: Rpc, account: Hex, rpId: string, name: string): Promise<Passkey> {
  const { address, caipAddress } = kit.account()
  const wallet = await readRecovery(rpc, account)
  if (wallet === undefined || wallet !== address) throw passkeyError('PASSKEY_RECOVERY')
  const passkey = await createFor(account, rpId, name, [])
  if (kit.account().caipAddress !== caipAddress) throw passkeyError('PASSKEY_RECOVERY')
  const hash = await kit.chain.sendTransaction({ to: account, data: addPasskeyData(passkey) })
  const { status } = await kit.chain.waitForTransaction(hash)
  if (status !== 'success') throw passkeyError('PASSKEY_FAILED')
  return passkey
}
