/** UniSat, `window.unisat`: one address at a time, PSBTs in hex, its own names for chains. */
import { RPC_CODES } from '../../../errors/rpc.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { type Chain, parseChain } from '../chains.ts'
import { createDriver } from '../driver.ts'
import { fault, type Form, type Listing, type Verbs } from '../form.ts'
import { parseSignedPsbt, toBytes, toHex } from '../parse.ts'

type Hear = (payload: unknown) => void
export type Unisat = {
  requestAccounts: () => Promise<unknown>
  getAccounts?: () => Promise<unknown>
  getPublicKey?: () => Promise<unknown>
  getChain?: () => Promise<unknown>
  getNetwork?: () => Promise<unknown>
  switchChain?: (chain: string) => Promise<unknown>
  switchNetwork?: (network: string) => Promise<unknown>
  signMessage: (message: string, type: string) => Promise<unknown>
  signPsbt: (hex: string, options: object) => Promise<unknown>
  pushPsbt: (hex: string) => Promise<unknown>
  sendBitcoin: (recipient: string, amount: number) => Promise<unknown>
  disconnect?: () => Promise<unknown>
  on?: (event: string, listener: Hear) => unknown
  removeListener?: (event: string, listener: Hear) => unknown
}

export function openUnisat(wallet: unknown): Form {
  const unisat = wallet as Unisat
  const { sendTransfer, ...verbs } = unisatVerbs(unisat)
  const resume = async (): Promise<Listing | undefined> => {
    const addresses = await unisat.getAccounts?.()
    if (!Array.isArray(addresses) || !addresses.length) return undefined
    const at = await whereIs(unisat)
    return at && { accounts: await withKey(unisat, addresses), chain: at.chain }
  }
  return {
    ...verbs,
    connect: async () => {
      const addresses = await unisat.requestAccounts()
      const at = await whereIs(unisat)
      if (!at) throw fault(RPC_CODES.chainDisconnected, 'The wallet is on a chain that is not Bitcoin')
      return { accounts: await withKey(unisat, addresses), chain: at.chain }
    },
    resume,
    disconnect: async () => unisat.disconnect?.(),
    moveTo: async (chain) => ((await move(unisat, chain)) ? resume() : undefined),
    watch: (changed) => listen(unisat, ['accountsChanged', 'networkChanged', 'chainChanged'], changed),
    sendTransfer: async (asked) => {
      // UniSat also serves chains that are not Bitcoin but use its address format (Fractal), so check before sending.
      const at = await whereIs(unisat)
      if (!at || (at.chain && at.chain !== asked.chain))
        throw fault(RPC_CODES.chainDisconnected, 'The wallet is on another network')
      return sendTransfer?.(asked)
    },
  }
}

/** The methods that OKX Wallet has in common with UniSat. */
export function unisatVerbs(wallet: Pick<Unisat, 'signMessage' | 'signPsbt' | 'pushPsbt' | 'sendBitcoin'>): Verbs {
  return {
    signMessage: ({ message, protocol }) =>
      wallet.signMessage(message, protocol === 'ecdsa' ? 'ecdsa' : 'bip322-simple'),
    signPsbt: async ({ psbt, signInputs, broadcast }) => {
      const hex = toHex(toBytes(psbt) ?? new Uint8Array())
      // Finalise only what is broadcast: otherwise the app may still add signatures to the PSBT.
      const answer = await wallet.signPsbt(hex, {
        autoFinalized: broadcast,
        ...(signInputs && { toSignInputs: signInputs }),
      })
      const signed = parseSignedPsbt(answer)
      if (!broadcast || !signed) return answer
      return { ...signed, txid: await wallet.pushPsbt(toHex(toBytes(signed.psbt) ?? new Uint8Array())) }
    },
    // `Number` is exact: all bitcoin that will ever exist is fewer satoshi than 2^53.
    sendTransfer: ({ recipient, amount }) => wallet.sendBitcoin(recipient, Number(amount)),
  }
}

/** Adds the public key to the first address, which is the current account: UniSat reports the key of that one only. */
export async function withKey(wallet: Pick<Unisat, 'getPublicKey'>, addresses: unknown): Promise<unknown> {
  if (!Array.isArray(addresses)) return addresses
  const publicKey = await wallet.getPublicKey?.()
  return addresses.map((address: unknown, at) => ({ address, purpose: 'payment', ...(at === 0 && { publicKey }) }))
}

/**
 * Calls `changed` on each of the events, without their payload: the driver then reads the wallet again. Returns the
 * function that stops listening.
 */
export function listen(
  wallet: Pick<Unisat, 'on' | 'removeListener'>,
  events: readonly string[],
  changed: () => void,
): () => void {
  const hear = () => changed()
  for (const event of events) wallet.on?.(event, hear)
  return () => events.forEach((event) => wallet.removeListener?.(event, hear))
}

/** The wallet's chain, `{}` if it cannot report one, `undefined` if the chain is not Bitcoin (such as Fractal). */
async function whereIs(unisat: Unisat): Promise<{ chain?: Chain } | undefined> {
  if (!unisat.getChain && !unisat.getNetwork) return {}
  const answer = await (unisat.getChain ? unisat.getChain() : unisat.getNetwork?.())
  const chain = parseChain(isRecord(answer) ? answer['enum'] : answer)
  return chain && { chain }
}

/** Switches the wallet to the chain. Returns `false`, without asking the wallet, if its API cannot switch there. */
async function move(unisat: Unisat, chain: Chain): Promise<boolean> {
  if (chain === 'regtest') return false
  if (unisat.switchChain) await unisat.switchChain(`BITCOIN_${chain.toUpperCase()}`)
  else if (unisat.switchNetwork && (chain === 'mainnet' || chain === 'testnet'))
    await unisat.switchNetwork(chain === 'mainnet' ? 'livenet' : 'testnet')
  else return false
  return true
}

export default createDriver(openUnisat)
