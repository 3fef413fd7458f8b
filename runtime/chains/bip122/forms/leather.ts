/** Leather, `window.LeatherProvider.request`: every request names its network and opens a window of the wallet. */
import { RPC_CODES } from '../../../errors/rpc.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { LEATHER_ACCOUNTS } from '../../../lib/keyTable.ts'
import { parseAddress } from '../address.ts'
import { type Chain, parseChain } from '../chains.ts'
import { createDriver } from '../driver.ts'
import { fault, type Form, type Listing } from '../form.ts'
import { parseAccounts, toBytes, toHex } from '../parse.ts'
import { ask, type Asked } from './ask.ts'

const WORDS: Readonly<Record<Chain, string>> = {
  mainnet: 'mainnet',
  testnet: 'testnet',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'devnet',
}

export function openLeather(wallet: unknown, { storage }: Kit): Form {
  const provider = wallet as Asked
  const connect = async (chain: Chain): Promise<Listing> => {
    const answer = await ask(provider, 'getAddresses', { network: WORDS[chain] })
    const accounts = parseAccounts(readAddresses(answer))
    // Leather opens its window even for a request of accounts, so store them for a resume without a prompt.
    if (accounts?.length) storage.set(LEATHER_ACCOUNTS, JSON.stringify({ accounts, chain }))
    return { accounts, chain }
  }
  return {
    connect,
    resume: async () => readStored(storage.get(LEATHER_ACCOUNTS)),
    disconnect: async () => storage.remove(LEATHER_ACCOUNTS),
    moveTo: connect,
    signMessage: ({ address, message, protocol, chain }) => {
      if (protocol === 'ecdsa') throw fault(RPC_CODES.invalidParams, 'Leather signs messages by BIP-322 only')
      const paymentType = parseAddress(address)?.kind
      return ask(provider, 'signMessage', { message, paymentType, network: WORDS[chain] })
    },
    signPsbt: async ({ psbt, signInputs, broadcast, chain }) => {
      // Leather takes one list of types for all inputs.
      const lists = (signInputs ?? []).map(({ sighashTypes = [] }) => [...new Set(sighashTypes)].sort())
      const [allowedSighash = []] = lists
      if (new Set(lists.map(String)).size > 1)
        throw fault(RPC_CODES.invalidParams, 'Leather takes the same sighashTypes for all')
      return ask(provider, 'signPsbt', {
        hex: toHex(toBytes(psbt) ?? new Uint8Array()),
        ...(signInputs && { signAtIndex: signInputs.map(({ index }) => index) }),
        ...(allowedSighash.length && { allowedSighash }),
        broadcast,
        network: WORDS[chain],
      })
    },
    sendTransfer: ({ recipient, amount, chain }) =>
      ask(provider, 'sendTransfer', {
        recipients: [{ address: recipient, amount: amount.toString() }],
        network: WORDS[chain],
      }),
  }
}

/**
 * Reads `{ addresses: [{ symbol: 'BTC', type: 'p2wpkh' | 'p2tr', address, publicKey }] }`, whose list also contains
 * addresses of other chains, and adds each address's purpose.
 */
function readAddresses(answer: unknown): unknown {
  const { addresses } = isRecord(answer) ? answer : {}
  if (!Array.isArray(addresses)) return undefined
  return addresses.filter(isRecord).map(({ type, ...rest }) => ({
    ...rest,
    purpose: type === 'p2tr' ? 'ordinals' : 'payment',
  }))
}

function readStored(text: string | undefined): Listing | undefined {
  try {
    const { accounts, chain } = JSON.parse(text ?? 'null') as { accounts?: unknown; chain?: unknown }
    return { accounts, chain: parseChain(chain) }
  } catch {
    return undefined
  }
}

export default createDriver(openLeather)
