/** The states of sign-in, with a real key in a real wallet. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { setAccount } from '../../../runtime/state/setAccount.ts'
import { mayClose, requestClose } from '../../../runtime/actions/close.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { discover } from '../../../runtime/actions/discover.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { onAccounts, onNetwork } from '../../../runtime/actions/session.ts'
import type { Config, Parts } from '../../../runtime/contracts/config.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { parseSessions } from '../../../runtime/siwx/storage/local.ts'
import { cancel } from '../../../runtime/siwx/cancel.ts'
import { sign } from '../../../runtime/siwx/sign.ts'
import { signIn as stateOf } from '../../../runtime/siwx/state.ts'
import type { SIWX } from '../../../runtime/siwx/types.ts'
import type { Chain } from '../../../runtime/contracts/chain.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import { memoryStorage, sandboxConfig, testConnector, wholeKit } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { signIn as signed, evm } from './signers.ts'

const sandbox = useSandbox()
const DOMAIN = { domain: 'app.example', uri: 'https://app.example' }
const parts: Parts = {
  siwx: () => import('../../../runtime/siwx/index.ts'),
  verifiers: { eip155: () => import('../../../runtime/siwx/verify/eip155.ts') },
}

const kits: Kit[] = []
afterEach(() => {
  vi.useRealTimers()
  kits.splice(0).forEach(({ teardown }) => teardown.splice(0).forEach((stop) => stop()))
})

async function begin(siwx: Config['siwx'] = DOMAIN, own?: SIWX, more: Parts = parts, chains: Chain[] = [eip155]) {
  const storage = memoryStorage()
  const config = { ...sandboxConfig(sandbox()), siwx: typeof siwx === 'object' ? { ...DOMAIN, ...siwx } : siwx }
  const kit = wholeKit({ config, chains, parts: more }, { storage, ...(own && { siwx: own }) })
  kits.push(kit)
  await discover(kit)()
  const { wallet, connector } = testConnector(sandbox())
  const { modal, router } = kit.state
  return {
    kit,
    wallet,
    connector,
    status: () => stateOf(kit).status,
    stored: () => parseSessions(storage.get('@appkit/siwx') ?? '[]'),
    shows: () => (modal.open ? router.view : undefined),
  }
}
type Begun = Awaited<ReturnType<typeof begin>>
async function asked(siwx?: Config['siwx'], own?: SIWX): Promise<Begun> {
  const begun = await begin(siwx, own)
  await connect(begun.kit, begun.connector)
  expect(begun.status()).toBe('needed')
  return begun
}
const until = (check: () => void) => expect.poll(() => (check(), true)).toBe(true)

describe('signing', () => {
  it('stores the message, its signer and the signature [S3.siwx.01]', async () => {
    const { kit, status, stored, shows } = await asked()
    expect(shows()).toBe('SIWXSignMessage')
    await sign(kit)
    expect(status()).toBe('signed')
    expect(shows()).toBeUndefined()
    const [session] = stored()
    const { address } = kit.state.accounts.eip155
    expect(session).toEqual({
      data: expect.objectContaining({ accountAddress: address, domain: 'app.example' }) as unknown,
      message: expect.stringContaining(
        `app.example wants you to sign in with your Ethereum account:\n${address}`,
      ) as unknown,
      signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) as unknown,
    })
  })

  it('is skipped for a visitor who already signed', async () => {
    const { kit, connector, status, shows } = await begin()
    const chainId = kit.state.networks.eip155.caipNetwork?.caipNetworkId
    const session = await signed(evm(0, chainId), DOMAIN)
    kit.storage.set('@appkit/siwx', JSON.stringify([session]))
    await connect(kit, connector)
    expect(status()).toBe('signed')
    expect(shows()).toBeUndefined()
  })

  it('is off without siwx, and on networks that it does not list', async () => {
    const off = await begin(false)
    await connect(off.kit, off.connector)
    expect(off.status()).toBe('off')
    const { kit, wallet, connector, status, shows } = await begin()
    wallet.changeChain(999)
    await connect(kit, connector)
    expect(status()).toBe('off')
    expect(shows()).toBe('UnsupportedChain')
  })

  it('rejects a signature of another key', async () => {
    const { kit, wallet, status, stored } = await asked()
    const { request } = wallet.provider
    const other = evm(1)
    Object.assign(wallet.provider, {
      request: async (asking: { method: string; params?: unknown }) => {
        if (asking.method !== 'personal_sign') return request(asking)
        const [hex] = asking.params as string[]
        return other.sign(Buffer.from((hex ?? '').slice(2), 'hex').toString())
      },
    })
    await sign(kit)
    expect(status()).toBe('needed')
    expect(stored()).toEqual([])
    await until(() => expect(kit.state.toast).toMatchObject({ open: true, message: 'The signature is not valid' }))
  })

  it("ignores a wallet's answer that arrives after the account changed", async () => {
    const { kit, wallet, status, stored } = await asked()
    wallet.set({ answer: 'hold' })
    const signing = sign(kit)
    await until(() => expect(wallet.pending()).toBe(1))
    expect(kit.state.toast.message).toBe('Authenticating...')
    wallet.changeAccount(1)
    await until(() => expect(status()).toBe('needed'))
    wallet.settle('approve')
    await signing
    expect(status()).toBe('needed')
    expect(stored()).toEqual([])
    expect(kit.state.toast.open).toBe(false)
  })
})

describe('closing the modal', () => {
  it('is refused while sign-in is required and missing, and allowed afterwards', async () => {
    const { kit, shows } = await asked()
    expect(requestClose(kit, 'overlay')).toBe(false)
    expect(kit.state.modal.shake).toBe(true)
    await sign(kit)
    expect(shows()).toBeUndefined()
    expect(mayClose(kit)).toBe(true)
  })

  it('is refused on the approve view too', async () => {
    const { kit } = await asked()
    kit.state.router.view = 'ApproveTransaction'
    expect(requestClose(kit, 'escape')).toBe(false)
  })

  it('succeeds with a wallet that never answers, 25 times in a row', async () => {
    const { kit, wallet, connector, status } = await begin()
    wallet.set({ revoke: 'hold' })
    for (let time = 0; time < 25; time++) {
      wallet.set({ answer: 'approve' })
      await connect(kit, connector)
      expect(status()).toBe('needed')
      wallet.set({ answer: 'hold' })
      void sign(kit)
      await until(() => expect(wallet.pending()).toBe(time + 1))
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
      let gone = false
      const leaving = cancel(kit).then(() => (gone = true))
      // The wallet's disconnect is awaited, but the visitor is disconnected within a second in any case.
      await vi.advanceTimersByTimeAsync(699)
      expect(gone).toBe(false)
      await vi.advanceTimersByTimeAsync(300)
      expect(gone).toBe(true)
      await leaving
      vi.useRealTimers()
      expect(kit.state.accounts.eip155.status).toBe('disconnected')
      expect(kit.state.router.view).toBe('Connect')
    }
  })

  it('keeps the connection when sign-in is optional', async () => {
    const { kit, shows } = await asked({ required: false })
    expect(mayClose(kit)).toBe(true)
    await cancel(kit)
    expect(shows()).toBeUndefined()
    expect(kit.state.accounts.eip155.status).toBe('connected')
  })

  it('signs out on disconnect, unless the implementation says otherwise', async () => {
    const { kit, stored } = await asked()
    await sign(kit)
    expect(stored()).toHaveLength(1)
    await disconnect(kit)
    await until(() => expect(stored()).toEqual([]))
  })
})

describe('changing the account or network', () => {
  it('asks for one sign-in per account and network', async () => {
    const { kit, status, stored } = await asked()
    await sign(kit)
    const [first, second] = sandbox().accounts.map(({ address }) => address)
    const [one, other] = sandbox().chains.map(({ id }) => `eip155:${id}` as const)
    onAccounts(kit, 'eip155', [second ?? '', first ?? ''])
    await until(() => expect(status()).toBe('needed'))
    onAccounts(kit, 'eip155', [first ?? '', second ?? ''])
    await until(() => expect(status()).toBe('signed'))
    onNetwork(kit, other ?? 'eip155:0')
    await until(() => expect(status()).toBe('needed'))
    onNetwork(kit, one ?? 'eip155:0')
    await until(() => expect(status()).toBe('signed'))
    expect(stored()).toHaveLength(1)
  })
})

describe('failures', () => {
  const implementation: SIWX = {
    createMessage: () => Promise.reject(new Error('unused')),
    addSession: async () => undefined,
    revokeSession: async () => undefined,
    setSessions: async () => undefined,
    getSessions: async () => [],
  }

  it('disconnect when the session cannot be checked', async () => {
    const getSessions = () => Promise.reject(new Error('down'))
    const { kit, connector, shows } = await begin(false, { ...implementation, getSessions })
    const told: string[] = []
    kit.events.on('error', ({ message }) => void told.push(message))
    kit.state.modal.open = true
    await connect(kit, connector)
    expect(kit.state.accounts.eip155.status).toBe('disconnected')
    expect(shows()).toBe('Connect')
    expect(told).toEqual(['A problem occurred while trying initialize authentication'])
  })

  it('disconnect when the sign-in module cannot be loaded', async () => {
    const siwx = () => Promise.reject(new Error('offline'))
    const { kit, connector } = await begin(DOMAIN, undefined, { siwx })
    await connect(kit, connector)
    expect(kit.state.accounts.eip155.status).toBe('disconnected')
    expect(kit.state.toast.message).toBe('A problem occurred while trying initialize authentication')
  })

  it('throw the errors that a caller has to handle [S8.throw.08] [S8.throw.09]', async () => {
    const off = await begin(false)
    await expect(sign(off.kit)).rejects.toThrow('SIWX is not enabled')
    const { kit } = await begin()
    await expect(sign(kit)).rejects.toThrow('No ActiveCaipAddress found')
  })

  describe('throws that the network or client is missing [S8.throw.10]', () => {
    const NOBODY = 'No ActiveCaipNetwork or client found'

    it('without an active network', async () => {
      const { kit } = await asked()
      kit.state.networks.eip155.caipNetwork = undefined
      await expect(sign(kit)).rejects.toThrow(NOBODY)
    })

    it('when the namespace has no chain', async () => {
      const { kit } = await begin(DOMAIN, undefined, parts, [])
      setAccount(kit.state.accounts, 'eip155', { address: sandbox().accounts[0]?.address })
      await expect(sign(kit)).rejects.toThrow(NOBODY)
    })

    it('when the adapter cannot sign: the visitor is asked as before, and the loading state ends', async () => {
      const silent = { ...eip155, adapter: async () => ({ default: { namespace: 'eip155' as const } }) }
      const { kit, connector, status, stored, shows } = await begin(DOMAIN, undefined, parts, [silent])
      await connect(kit, connector)
      await expect(sign(kit)).rejects.toThrow(NOBODY)
      expect([status(), shows(), stored()]).toEqual(['needed', 'SIWXSignMessage', []])
      expect(kit.state.toast.open).toBe(false)
    })
  })
})
