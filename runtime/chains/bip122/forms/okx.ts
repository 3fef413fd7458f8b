/** OKX Wallet: `window.okxwallet` has one object per chain, each with a variant of UniSat's API. */
import { formatUnits } from '../../../lib/units.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import type { Chain } from '../chains.ts'
import { createDriver } from '../driver.ts'
import { fault, type Form, type Listing } from '../form.ts'
import { RPC_CODES } from '../../../errors/rpc.ts'
import { listen, type Unisat, unisatVerbs, withKey } from './unisat.ts'

type OkxChain = Omit<Unisat, 'sendBitcoin'> & {
  connect: () => Promise<unknown>
  sendBitcoin?: Unisat['sendBitcoin']
  /** `value` in bitcoin, as decimal text. */
  send?: (asked: { from: string; to: string; value: string }) => Promise<unknown>
}

const OBJECTS: Readonly<Partial<Record<Chain, string>>> = {
  mainnet: 'bitcoin',
  testnet: 'bitcoinTestnet',
  signet: 'bitcoinSignet',
}

const DECIMALS = 8

export function openOkx(wallet: unknown): Form {
  const holder = wallet as Record<string, OkxChain | undefined>
  const at = (chain: Chain) => holder[OBJECTS[chain] ?? '']
  let current = holder['bitcoin']
  /**
   * Switches the listeners to the object of the chain to which the wallet moved, because each object emits only events
   * of its own chain. Set while the wallet is watched.
   */
  let moved = () => {}
  const own = (): OkxChain => {
    if (!current) throw fault(RPC_CODES.disconnected, 'The wallet has no Bitcoin accounts')
    return current
  }
  const connect = async (chain: Chain): Promise<Listing> => {
    const answer = await own().connect()
    const { address, publicKey, compressedPublicKey } = isRecord(answer) ? answer : {}
    return { accounts: [{ address, publicKey: compressedPublicKey ?? publicKey, purpose: 'payment' }], chain }
  }
  const verbs = unisatVerbs({
    signMessage: (...asked) => own().signMessage(...asked),
    signPsbt: (...asked) => own().signPsbt(...asked),
    pushPsbt: (...asked) => own().pushPsbt(...asked),
    // The objects of some chains have no `sendBitcoin`; `sendTransfer` below uses `send` there.
    sendBitcoin: (...asked) => own().sendBitcoin?.(...asked) ?? Promise.resolve(undefined),
  })
  return {
    ...verbs,
    sendTransfer: ({ from, recipient, amount }) => {
      if (own().sendBitcoin) return verbs.sendTransfer?.({ from, recipient, amount, chain: 'mainnet' }) ?? noTransfer()
      return own().send?.({ from, to: recipient, value: formatUnits(amount, DECIMALS) }) ?? noTransfer()
    },
    /** Connects on mainnet if the wallet lacks the chain. The driver then finds the real chain from the address. */
    connect: (chain) => {
      current = at(chain) ?? holder['bitcoin']
      return connect(chain)
    },
    resume: async (chain) => {
      current = at(chain) ?? holder['bitcoin']
      const addresses = await current?.getAccounts?.()
      if (!current || !Array.isArray(addresses) || !addresses.length) return undefined
      return { accounts: await withKey(current, addresses), chain }
    },
    disconnect: async () => current?.disconnect?.(),
    moveTo: async (chain) => {
      const next = at(chain)
      if (!next) return undefined
      const before = current
      current = next
      try {
        const listing = await connect(chain)
        moved()
        return listing
      } catch (error) {
        current = before
        throw error
      }
    },
    watch: (changed) => {
      const begin = () => listen(own(), ['accountsChanged', 'accountChanged'], changed)
      let stop = begin()
      moved = () => {
        stop()
        stop = begin()
      }
      return () => {
        moved = () => {}
        stop()
      }
    },
  }
}

const noTransfer = () => Promise.reject(fault(RPC_CODES.unsupportedMethod, 'The wallet sends nothing on this network'))

export default createDriver(openOkx)
