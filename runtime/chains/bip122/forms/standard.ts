/** Wallet Standard wallets, through their Bitcoin features or the sats-connect provider among their features. */
import type { StandardAccount, StandardWallet } from '../../../connectors/walletStandard.ts'
import { RPC_CODES } from '../../../errors/rpc.ts'
import { isRecord } from '../../../lib/isRecord.ts'
import { ONE_SECOND } from '../../../lib/time.ts'
import { within } from '../../../lib/wait.ts'
import { parseAddress } from '../address.ts'
import type { Chain } from '../chains.ts'
import { createDriver } from '../driver.ts'
import { fault, type Form, type Listing } from '../form.ts'
import { toBytes } from '../parse.ts'
import { sighashTypesOf } from '../psbt.ts'
import { satsConnectOf } from '../serves.ts'
import { openSatsConnect } from './satsConnect.ts'

type Verb = (...inputs: unknown[]) => Promise<unknown>
/**
 * The Wallet Standard's names of signature hash types. Taproot's type 0 (DEFAULT) has no name: the wallet uses it if
 * none is named.
 */
const SIGHASHES: Readonly<Record<number, string>> = {
  0x01: 'ALL',
  0x02: 'NONE',
  0x03: 'SINGLE',
  0x81: 'ALL|ANYONECANPAY',
  0x82: 'NONE|ANYONECANPAY',
  0x83: 'SINGLE|ANYONECANPAY',
}
const PURPOSES = ['payment', 'ordinals']

export function openStandard(given: unknown): Form {
  const wallet = given as StandardWallet
  const satsConnect = satsConnectOf(wallet)
  return satsConnect ? openSatsConnect(satsConnect, () => restored(wallet)) : openFeatures(wallet)
}

/**
 * The accounts that the wallet lists without a prompt. Waits up to a second for the first ones: MetaMask asks its
 * extension for them after it has registered.
 */
async function restored(wallet: StandardWallet): Promise<Listing | undefined> {
  if (!wallet.accounts.length) {
    let stop: unknown
    const changed = new Promise<unknown>((resolve) => {
      stop = onEvents(wallet)?.('change', resolve)
    })
    await within(ONE_SECOND, changed)
    if (typeof stop === 'function') (stop as () => void)()
  }
  return wallet.accounts.length ? { accounts: withPurpose(wallet.accounts) } : undefined
}

function openFeatures(wallet: StandardWallet): Form {
  const call = async (feature: string, ...inputs: unknown[]) => verbOf(wallet, feature)?.(...inputs)
  let chain: Chain = 'mainnet'
  let accounts: readonly StandardAccount[] = []
  const list = (all: unknown): Listing => {
    accounts = (Array.isArray(all) ? (all as StandardAccount[]) : []).filter((each) => isOn(each, chain))
    return { accounts: withPurpose(accounts), chain }
  }
  const accountOf = (address: string) => accounts.find((account) => account.address === address)
  const silent = async () => {
    if (wallet.accounts.some((account) => isOn(account, chain))) return wallet.accounts
    const answer = await call('standard:connect', { silent: true })
    return isRecord(answer) ? answer['accounts'] : []
  }
  return {
    connect: async (asked) => {
      chain = asked
      const feature = verbOf(wallet, 'bitcoin:connect') ? 'bitcoin:connect' : 'standard:connect'
      const answer = await call(feature, ...(feature === 'bitcoin:connect' ? [{ purposes: PURPOSES }] : []))
      const all = isRecord(answer) ? answer['accounts'] : undefined
      const listing = list(all)
      if (accounts.length || !Array.isArray(all) || !all.length) return listing
      // All accounts are on another chain. Connect with these accounts, and report no chain: the driver derives it from
      // the address.
      accounts = all as StandardAccount[]
      return { accounts: withPurpose(accounts) }
    },
    resume: async (asked) => {
      chain = asked
      const listing = list(await silent())
      return accounts.length ? listing : undefined
    },
    disconnect: () => call(verbOf(wallet, 'standard:disconnect') ? 'standard:disconnect' : 'bitcoin:disconnect'),
    moveTo: async (asked) => {
      const before = chain
      chain = asked
      const listing = list(wallet.accounts)
      if (accounts.length) return listing
      chain = before
      list(wallet.accounts)
      return undefined
    },
    watch: (changed, gone) => {
      const stop = onEvents(wallet)?.('change', (properties: unknown) => {
        if (!isRecord(properties) || !Array.isArray(properties['accounts'])) return
        const listing = list(properties['accounts'])
        if (accounts.length) changed(listing)
        else gone()
      })
      return () => void (typeof stop === 'function' && (stop as unknown as () => void)())
    },
    signMessage: async ({ address, message }) => {
      const input = { account: accountOf(address), message: new TextEncoder().encode(message) }
      return first(await call('bitcoin:signMessage', input))
    },
    ...(verbOf(wallet, 'bitcoin:signTransaction') && {
      signPsbt: async ({ psbt, signInputs, broadcast }) => {
        if (!signInputs) throw fault(RPC_CODES.invalidParams, 'This wallet needs a list of the inputs to sign')
        if (broadcast) throw fault(RPC_CODES.unsupportedMethod, 'This wallet does not send what it signs')
        const bytes = toBytes(psbt) ?? new Uint8Array()
        const own = sighashTypesOf(bytes)
        const inputsToSign = signInputs.map(({ address, index, sighashTypes }) => {
          // The standard accepts one type for each input. Name the PSBT's own type, which the app allows. If the PSBT
          // names none, name ALL (1), unless the app allows DEFAULT (0).
          const type = sighashTypes && (own[index] ?? (sighashTypes.includes(0) ? 0 : 1))
          const sigHash = type === undefined ? undefined : SIGHASHES[type]
          return { account: accountOf(address), signingIndexes: [index], ...(sigHash !== undefined && { sigHash }) }
        })
        const input = { psbt: bytes, chain: `bitcoin:${chain}`, inputsToSign }
        return first(await call('bitcoin:signTransaction', input))
      },
    }),
  }
}

/**
 * Returns the first output. Methods of the standard return a list with one output per input; some wallets return the
 * output without a list.
 */
const first = (answer: unknown): unknown => (Array.isArray(answer) ? (answer as unknown[])[0] : answer)

/**
 * The function with which to listen to the wallet. Wallets of Bitcoin alone, such as MetaMask's, have `bitcoin:events`
 * instead of `standard:events`.
 */
const onEvents = (wallet: StandardWallet) => verbOf(wallet, 'standard:events') ?? verbOf(wallet, 'bitcoin:events')

/** A feature's method: `signMessage` of `bitcoin:signMessage`, `on` of `standard:events`. */
function verbOf({ features }: StandardWallet, name: string): Verb | undefined {
  const feature = features[name]
  const verb = isRecord(feature) ? feature[name.endsWith(':events') ? 'on' : (name.split(':')[1] ?? '')] : undefined
  return typeof verb === 'function' ? (...inputs) => (verb as Verb).apply(feature, inputs) : undefined
}

const isOn = (account: unknown, chain: Chain): account is StandardAccount =>
  isRecord(account) && Array.isArray(account['chains']) && account['chains'].includes(`bitcoin:${chain}`)

/**
 * Adds the accounts' purpose, which the standard lacks. A taproot account is for ordinals, if the wallet also has
 * accounts of another type; all others are for payments.
 */
function withPurpose(accounts: readonly StandardAccount[]) {
  const isTaproot = ({ address }: StandardAccount) => parseAddress(address)?.kind === 'p2tr'
  const mixed = accounts.some((account) => !isTaproot(account))
  return accounts.map((account) => ({
    address: account.address,
    publicKey: account.publicKey,
    purpose: mixed && isTaproot(account) ? 'ordinals' : 'payment',
  }))
}

export default createDriver(openStandard)
