import email from '../../../plugins/email/index.ts'
import socials from '../../../plugins/socials/index.ts'
import bip122 from '../../../runtime/chains/bip122/index.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import polkadot from '../../../runtime/chains/polkadot/index.ts'
import solana from '../../../runtime/chains/solana/index.ts'
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'
import { findConnector } from '../../../runtime/wallets/list.ts'
import { NAMESPACES } from '../../../runtime/lib/namespace.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { approval } from '../../../runtime/auth/approval.ts'
import { classOf } from '../../../runtime/auth/policy.ts'
import { SAFE_METHODS, UNSAFE_METHODS } from '../../../runtime/connectors/methods.ts'
import type { Requests } from '../../../runtime/contracts/chain.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { popTransaction, pushTransaction } from '../../../runtime/state/navigate.ts'
import { endSession } from '../../../runtime/actions/session.ts'
import { embeddedKit, signedIn } from '../../support/embedded.ts'
import { ALICE } from '../../support/loginFrame.ts'
import { sentTransactions } from '../../../runtime/data/sent.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'
import { waitFor } from '../../support/waitFor.ts'

const wallet = async (...options: Parameters<typeof signedIn>) => {
  const made = await signedIn(...options)
  return { ...made, provider: connectionOf(made.kit, 'eip155')?.provider as Requests }
}
type Made = Awaited<ReturnType<typeof wallet>>
const rpc = ({ frame }: Made) => frame.asked('RPC_REQUEST').map(({ payload }) => payload as { method: string })
/** Waits until the frame got `times` requests. */
const reached = ({ frame }: Pick<Made, 'frame'>, times = 1) =>
  waitFor(() => expect(frame.asked('RPC_REQUEST')).toHaveLength(times))
const settled = async (promise: Promise<unknown>) => {
  let how = 'pending'
  promise.then(
    () => (how = 'resolved'),
    () => (how = 'rejected'),
  )
  await new Promise((resolve) => setTimeout(resolve, 5))
  return how
}

describe('the methods', () => {
  it('are safe for balances, calls, blocks and receipts [S6.safe.02] [S6.safe.03] [S6.safe.04] [S6.safe.05]', () => {
    const safe = [
      'eth_getBalance',
      'eth_call',
      'eth_blockNumber',
      'eth_getBlockByNumber',
      'eth_getBlockByHash',
      'eth_getTransactionReceipt',
    ]
    expect(safe.filter((method) => !SAFE_METHODS.includes(method))).toEqual([])
    expect(safe.map(classOf)).toEqual(safe.map(() => 'safe'))
  })
  it('are safe for capabilities and assets [S6.safe.06] [S6.safe.07]', () => {
    expect(SAFE_METHODS).toEqual(expect.arrayContaining(['wallet_getCapabilities', 'wallet_getAssets']))
  })
  it('are not safe for signing, transactions and calls [S6.unsafe.02] [S6.unsafe.03] [S6.unsafe.04]', () => {
    expect(UNSAFE_METHODS).toEqual(
      expect.arrayContaining([
        'personal_sign',
        'eth_signTypedData_v4',
        'solana_signMessage',
        'eth_sendTransaction',
        'solana_signAndSendTransaction',
        'wallet_sendCalls',
      ]),
    )
  })
  it('are not safe for permissions and user operations [S6.unsafe.05] [S6.unsafe.06] [S6.unsafe.07]', () => {
    expect(UNSAFE_METHODS).toEqual(
      expect.arrayContaining(['wallet_grantPermissions', 'wallet_revokePermissions', 'eth_sendUserOperation']),
    )
  })
  it('are matched by their exact names only', () => {
    const odd = [
      'Personal_sign',
      'personal_sign ',
      'рersonal_sign',
      'eth_call\u0000',
      '',
      'eth_',
      '__proto__',
      'constructor',
    ]
    expect(odd.map(classOf)).toEqual(odd.map(() => undefined))
  })
})

describe('a request', () => {
  const ANSWERS: Record<string, unknown> = { eth_call: '0x', eth_getBalance: '0x1' }
  let made: Made
  beforeEach(async () => {
    made = await wallet({
      replies: { RPC_REQUEST: ({ method }: { method: string }) => ANSWERS[method] ?? `did ${method}` },
    })
  })

  it('is passed to the frame unchanged, with its network [S7.frame.19]', async () => {
    expect(await made.provider.request({ method: 'eth_getBalance', params: ['0x1', 'latest'] })).toBe('0x1')
    expect(rpc(made)).toEqual([
      {
        method: 'eth_getBalance',
        params: ['0x1', 'latest'],
        chainId: 'eip155:1',
        chainNamespace: 'eip155',
        rpcUrl: 'http://127.0.0.1:9',
      },
    ])
  })

  const taken = async (methods: readonly string[], params: unknown = []) => {
    for (const method of methods) await made.provider.request({ method, params })
    expect(rpc(made).map(({ method }) => method)).toEqual(methods)
  }
  it('may be of the eth_* family [S7.allowlist.01]', () =>
    taken(['eth_call', 'eth_getBalance', 'eth_sendTransaction', 'eth_sendRawTransaction', 'eth_estimateGas']))
  it('may be a signature [S7.allowlist.02] [S7.allowlist.03]', () => taken(['personal_sign', 'eth_signTypedData_v4']))
  it('may be one of Solana [S7.allowlist.04]', () =>
    taken([
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ]))
  it('may be calls and their status [S7.allowlist.05] [S7.allowlist.06]', () =>
    taken(['wallet_sendCalls', 'wallet_getCallsStatus'], [{ calls: [{ to: '0x1' }] }]))
  it('may be capabilities, permissions and assets [S7.allowlist.07] [S7.allowlist.08] [S7.allowlist.09] [S7.allowlist.10]', () =>
    taken(['wallet_getCapabilities', 'wallet_grantPermissions', 'wallet_revokePermissions', 'wallet_getAssets']))

  it(`is rejected with 'Requested RPC call is not allowed' when it is not on the list [S6.reject.01]`, async () => {
    const refused: string[] = []
    made.kit.events.on('refused', ({ method }) => refused.push(method))
    await expect(made.provider.request({ method: 'foo_bar' })).rejects.toThrow(/^Requested RPC call is not allowed$/)
    expect(refused).toEqual(['foo_bar'])
    expect(rpc(made)).toEqual([])
  })

  it('with malformed calls is invalid, and is not sent', async () => {
    for (const params of [undefined, [], [{}], [{ calls: [{ to: 'abc' }] }], [{ calls: [{ to: '0x1', data: 'zz' }] }]])
      await expect(made.provider.request({ method: 'wallet_sendCalls', params })).rejects.toMatchObject({
        code: -32602,
      })
    expect(rpc(made)).toEqual([])
  })

  it('for accounts and the chain is answered locally', async () => {
    expect(await made.provider.request({ method: 'eth_accounts' })).toEqual([ALICE.address])
    expect(await made.provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(rpc(made)).toEqual([])
  })

  it('without a login is rejected as unauthorised, and has no accounts', async () => {
    endSession(made.kit, 'eip155')
    for (const method of ['eth_call', 'eth_requestAccounts'])
      await expect(made.provider.request({ method })).rejects.toMatchObject({ code: 4100 })
    expect(await made.provider.request({ method: 'eth_accounts' })).toEqual([])
  })
})

describe('a request that needs approval', () => {
  it('shows the frame first, and closes after the answer', async () => {
    const made = await wallet()
    const { kit, frame, provider } = made
    const signing = provider.request({ method: 'personal_sign', params: ['0x68', ALICE.address] })
    await reached(made)
    expect([kit.state.modal.open, kit.state.router.view]).toEqual([true, 'ApproveTransaction'])
    expect(approval(kit).shown.asked).toMatchObject({ method: 'personal_sign' })
    frame.answer('RPC_REQUEST', '0xsigned')
    expect(await signing).toBe('0xsigned')
    expect([kit.state.modal.open, kit.state.router.stack.length]).toEqual([false, 0])
  })

  it('returns to the previous screen', async () => {
    const { kit, frame, provider } = await wallet()
    Object.assign(kit.state.modal, { open: true })
    const before = kit.state.router.view
    const signing = provider.request({ method: 'personal_sign', params: [] })
    await reached({ frame })
    expect(kit.state.router.view).toBe('ApproveTransaction')
    frame.answer('RPC_REQUEST', new Error('User rejected'))
    await expect(signing).rejects.toThrow('User rejected')
    expect([kit.state.modal.open, kit.state.router.view]).toEqual([true, before])
  })

  it('is limited to one at a time', async () => {
    const { kit, frame, provider } = await wallet()
    const all = [1, 2].map((at) => provider.request({ method: 'personal_sign', params: [at] }))
    await reached({ frame })
    expect(await settled(Promise.all(all))).toBe('pending')
    expect(frame.asked('RPC_REQUEST')).toHaveLength(1)
    frame.answer('RPC_REQUEST', 'one')
    expect(await all[0]).toBe('one')
    await reached({ frame }, 2)
    expect(kit.state.router.view).toBe('ApproveTransaction')
    frame.answer('RPC_REQUEST', 'two')
    expect(await all[1]).toBe('two')
  })

  it('is cancelled when the modal closes, and safe requests continue [S6.abort.02]', async () => {
    const { kit, frame, provider } = await wallet()
    const reading = provider.request({ method: 'eth_getBalance', params: [] })
    const [signing, waiting] = [1, 2].map((at) => provider.request({ method: 'personal_sign', params: [at] }))
    const ended = Promise.all([
      expect(signing).rejects.toThrow('Request was aborted'),
      expect(waiting).rejects.toThrow('Request was aborted'),
    ])
    await reached({ frame }, 2)
    kit.state.modal.open = false
    await ended
    expect(await settled(reading)).toBe('pending')
    const [read] = frame.asked('RPC_REQUEST')
    frame.say({
      type: '@w3m-frame/RPC_REQUEST_SUCCESS',
      ...(read?.id !== undefined && { id: read.id }),
      payload: '0x5',
    })
    expect(await reading).toBe('0x5')
  })

  it('keeps the hash of a sent transaction', async () => {
    const { kit, frame, provider } = await wallet()
    const hashes: unknown[] = []
    kit.events.on('transaction', (told) => hashes.push(told))
    const hash = `0x${'ab'.repeat(32)}`
    const sending = provider.request({ method: 'eth_sendTransaction', params: [{ from: ALICE.address, to: '0xdead' }] })
    await reached({ frame })
    frame.answer('RPC_REQUEST', hash)
    expect(await sending).toBe(hash)
    expect(hashes).toEqual([{ hash, caipNetworkId: 'eip155:1', from: ALICE.address, to: '0xdead' }])
  })
})

describe('a transaction that the person approved before leaving', () => {
  const hash = `0x${'cd'.repeat(32)}`
  const sending = async () => {
    const made = await wallet()
    const params = [{ from: ALICE.address, to: '0xdead' }]
    const sent = made.provider.request({ method: 'eth_sendTransaction', params })
    await reached(made)
    const [{ id = '' } = {}] = made.frame.asked('RPC_REQUEST')
    return { ...made, sent, approve: () => made.frame.say({ type: '@w3m-frame/RPC_APPROVED', id }) }
  }

  it('resolves with the late hash, which is in Activity, and the screen is free meanwhile', async () => {
    const { kit, frame, sent, approve } = await sending()
    approve()
    kit.state.modal.open = false
    await waitFor(() => expect(approval(kit).shown.asked).toBeUndefined())
    expect(await settled(sent)).toBe('pending')
    expect(kit.state.toast).toMatchObject({ open: true, variant: 'loading' })
    frame.answer('RPC_REQUEST', hash)
    expect(await sent).toBe(hash)
    expect(sentTransactions(kit)).toMatchObject([{ hash, from: ALICE.address, caipNetworkId: 'eip155:1' }])
    expect(kit.state.toast.open).toBe(false)
  })

  it('keeps the hash of a service that never says that it was approved', async () => {
    const { kit, frame, sent } = await sending()
    kit.state.modal.open = false
    await expect(sent).rejects.toMatchObject({ code: 4001 })
    frame.answer('RPC_REQUEST', hash)
    expect(sentTransactions(kit)).toMatchObject([{ hash }])
  })

  it('is uncertain when the frame reloads', async () => {
    const { frame, sent, approve } = await sending()
    approve()
    frame.ready()
    await expect(sent).rejects.toMatchObject({ code: 'TX_UNCERTAIN' })
  })
})

describe('the network of a request', () => {
  const HEX = `0x${'00'.repeat(19)}01`
  it.each([
    ['eth_sendTransaction', [{ to: HEX, chainId: '0x89' }]],
    ['eth_sendTransaction', [{ to: HEX, chainId: 137 }]],
    ['eth_sendTransaction', [{ to: HEX, chainId: 'eip155:137' }]],
    ['wallet_sendCalls', [{ calls: [{ to: HEX }], chainId: '0x89' }]],
    ['wallet_grantPermissions', [{ chainId: '0x89' }]],
  ])('%s %j of another one is refused by name, before anything is shown', async (method, params) => {
    const made = await wallet()
    const asking = made.provider.request({ method, params })
    await expect(asking).rejects.toMatchObject({
      code: 4901,
      message: expect.stringMatching(/137.*eip155:1\b/) as string,
    })
    expect([made.kit.state.modal.open, rpc(made)]).toEqual([false, []])
  })

  it('that cannot be read is invalid', async () => {
    const made = await wallet()
    for (const chainId of ['', 'x', {}, -1, '0x', 'solana:1']) {
      const asking = made.provider.request({ method: 'eth_sendTransaction', params: [{ to: HEX, chainId }] })
      await expect(asking, JSON.stringify(chainId)).rejects.toMatchObject({ code: -32602 })
    }
    expect(rpc(made)).toEqual([])
  })

  it.each(['0x1', 1, '1', 'eip155:1', undefined, null])('may be named: %s', async (chainId) => {
    const made = await wallet({ replies: { RPC_REQUEST: '0x' } })
    await made.provider.request({ method: 'eth_sendTransaction', params: [{ to: HEX, chainId }] })
    expect(rpc(made)).toMatchObject([{ chainId: 'eip155:1' }])
  })

  it('stays the one of the moment when it was made, though it waits and the visitor switches', async () => {
    const made = await wallet({ replies: { SWITCH_NETWORK: { chainId: 137 } } })
    const all = [1, 2].map((at) => made.provider.request({ method: 'personal_sign', params: [at] }))
    await reached(made)
    await switchNetwork(made.kit, 'eip155:137')
    made.frame.answer('RPC_REQUEST', 'one')
    await reached(made, 2)
    expect(rpc(made)).toMatchObject([{ chainId: 'eip155:1' }, { chainId: 'eip155:1' }])
    expect(approval(made.kit).shown.asked?.network?.caipNetworkId).toBe('eip155:1')
    made.frame.answer('RPC_REQUEST', 'two')
    expect(await Promise.all(all)).toEqual(['one', 'two'])
  })
})

describe('the transaction stack', () => {
  const stacked = async (type: 'eoa' | 'smartAccount') => {
    const made = await wallet({
      replies: { GET_USER: { ...ALICE, address: ALICE.accounts[type === 'eoa' ? 0 : 1]?.address } },
    })
    expect(made.kit.state.accounts.eip155.preferredAccountType).toBe(type)
    pushTransaction(made.kit.state.router, { view: 'Account', goBack: false, replace: false })
    const signing = made.provider.request({ method: 'personal_sign', params: [] })
    signing.catch(() => undefined)
    await reached(made)
    expect(made.kit.state.router.stack).toHaveLength(2)
    return { ...made, signing }
  }
  it('pops on success [S4.stack.01]', async () => {
    const { kit, frame, signing } = await stacked('smartAccount')
    frame.answer('RPC_REQUEST', '0x')
    await signing
    expect(kit.state.router.stack).toHaveLength(1)
    popTransaction(kit.state.router, 'success')
  })
  it('pops on an error [S4.stack.02]', async () => {
    const { kit, frame, signing } = await stacked('smartAccount')
    frame.answer('RPC_REQUEST', new Error('no'))
    await expect(signing).rejects.toThrow('no')
    expect(kit.state.router.stack).toHaveLength(1)
  })
})

describe('a network switch', () => {
  it('is sent to the frame, and the account is updated [S7.frame.04]', async () => {
    const { kit, frame, provider, storage } = await wallet({ replies: { SWITCH_NETWORK: { chainId: 137 } } })
    const heard: unknown[] = []
    provider.on('chainChanged', (id) => heard.push(id))
    await switchNetwork(kit, 'eip155:137')
    expect(frame.asked('SWITCH_NETWORK').map(({ payload }) => payload)).toEqual([{ chainId: 137 }])
    expect(kit.state.accounts.eip155.caipAddress).toBe(`eip155:137:${ALICE.address}`)
    expect(storage.get('@appkit-wallet/LAST_USED_CHAIN_KEY')).toBe('eip155:137')
    expect(heard).toEqual(['0x89'])
  })

  it('to an unlisted network is rejected as unknown', async () => {
    const { frame, provider } = await wallet()
    const params = [{ chainId: '0x3e7' }]
    await expect(provider.request({ method: 'wallet_switchEthereumChain', params })).rejects.toMatchObject({
      code: 4902,
    })
    expect(frame.asked('SWITCH_NETWORK')).toEqual([])
  })
})

it('the connector is offered only on eip155 and solana, with its login methods [S5.auth.01]', async () => {
  const { kit } = await embeddedKit({ chains: [eip155, solana, polkadot, bip122] })
  const found = NAMESPACES.map((namespace) => findConnector(kit.state.connectors, 'ID_AUTH', namespace)?.chain)
  expect(found).toEqual(['eip155', 'solana', undefined, undefined])
  const waysOf = ({ slots }: AnyPlugin) =>
    (slots?.connectMethods ?? []).map(({ key, namespaces }) => ({ key, namespaces }))
  const namespaces = ['eip155', 'solana']
  expect([...waysOf(email), ...waysOf(socials)]).toEqual([
    { key: 'email', namespaces },
    { key: 'social', namespaces },
  ])
})

it('the connector is registered for eip155 and solana, as ID_AUTH [S3.ctype.06] [S3.cid.10]', async () => {
  const { kit } = await embeddedKit()
  const own = kit.state.connectors.list.filter(({ type }) => type === 'AUTH')
  expect(own.map(({ id, chain }) => [id, chain])).toEqual([
    ['ID_AUTH', 'eip155'],
    ['ID_AUTH', 'solana'],
  ])
})
