/** What sats-connect wallets differ in: how they tell their accounts again, and how they are listened to. */
import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { connect } from '../../../../runtime/actions/connect.ts'
import { verify } from '../../../../runtime/actions/verify.ts'
import * as forms from '../../../../runtime/chains/bip122/forms/index.ts'
import { addressOf, type Key, legacy, payment } from './keys.ts'
import { connectorOf, kitOf } from './kit.ts'
import { satsConnect } from './wallets.ts'

type Info = { eventName: string; cb: (payload: unknown) => void }

/**
 * MetaMask, as its package `@metamask/bitcoin-wallet-standard` 1.3 is written: it has no `wallet_getAccount`, takes
 * listeners as an object, and reads its session from the extension after the page has loaded.
 */
function metamask({ restored }: { restored?: number } = {}) {
  const events = new EventEmitter()
  let key: Key | undefined
  const listed = () => (key ? [{ address: addressOf(key, 'regtest'), publicKey: 'ff', purpose: 'payment' }] : [])
  const become = (next: Key | undefined) => {
    key = next
    events.emit('change', { accounts: wallet.accounts })
    if (next) events.emit('accountChange', { type: 'accountChange', addresses: listed() })
    else events.emit('disconnect', { type: 'disconnect' })
  }
  const on = (event: string, listener: (payload: unknown) => void) => {
    events.on(event, listener)
    return () => events.off(event, listener)
  }
  const provider = {
    request: async (method: string) => {
      if (method !== 'wallet_connect') return { id: null, error: { code: -32601, message: 'Not supported' } }
      key ??= payment
      return { id: null, result: { id: '', addresses: listed(), network: { bitcoin: { name: 'Regtest' } } } }
    },
    addListener: ({ eventName, cb }: Info) => (eventName ? on(eventName, cb) : () => undefined),
  }
  const wallet = {
    name: 'MetaMask',
    chains: ['bitcoin:mainnet', 'bitcoin:testnet', 'bitcoin:regtest'],
    get accounts() {
      return listed().map(({ address }) => ({ address, publicKey: new Uint8Array(42), chains: wallet.chains }))
    },
    features: {
      'bitcoin:events': { version: '1.0.0', on },
      'sats-connect:': { provider },
      'bitcoin:signMessage': { version: '1.0.0', signMessage: async () => [] },
    },
  }
  if (restored !== undefined) setTimeout(become, restored, payment)
  return { wallet, become }
}

const shown = (kit: ReturnType<typeof kitOf>) => kit.state.accounts.bip122.address

describe('a wallet that tells its accounts only with a prompt', () => {
  it('stays connected when the page asks it again, such as after a look at another tab', async () => {
    const kit = kitOf('regtest')
    await connect(kit, connectorOf(satsConnect('regtest', { old: true }).wallet, forms.satsConnect))
    await verify(kit)
    expect(shown(kit)).toBe(addressOf(payment, 'regtest'))
  })

  it('is disconnected when it says so', async () => {
    const [kit, double] = [kitOf('regtest'), satsConnect('regtest', { old: true })]
    await connect(kit, connectorOf(double.wallet, forms.satsConnect))
    double.revoke()
    await verify(kit)
    expect(shown(kit)).toBeUndefined()
  })
})

describe('MetaMask', () => {
  it('stays connected when the page asks it again, until it takes the permission back', async () => {
    const [kit, { wallet, become }] = [kitOf('regtest'), metamask()]
    await connect(kit, connectorOf(wallet, forms.standard))
    await verify(kit)
    expect(shown(kit)).toBe(addressOf(payment, 'regtest'))
    become(undefined)
    await expect.poll(() => shown(kit)).toBeUndefined()
  })

  it('is followed to another account', async () => {
    const [kit, { wallet, become }] = [kitOf('regtest'), metamask()]
    await connect(kit, connectorOf(wallet, forms.standard))
    become(legacy)
    await expect.poll(() => shown(kit)).toBe(addressOf(legacy, 'regtest'))
  })

  it.each([0, 300])('is connected after a reload, also if it knows its session %i ms later', async (restored) => {
    const { wallet } = metamask({ restored })
    const session = await forms.standard.resume(kitOf('regtest'), connectorOf(wallet, forms.standard))
    expect(session?.accounts).toEqual([{ address: addressOf(payment, 'regtest'), type: 'payment' }])
  })

  it('is not connected after a reload without a session', async () => {
    const connector = connectorOf(metamask().wallet, forms.standard)
    expect(await forms.standard.resume(kitOf('regtest'), connector)).toBeUndefined()
  })
})
