/** Replays a recorded session in another kit. tests/flows/devtools.test.ts does that in a browser. */
import { expect, it } from 'vitest'
import type { Config } from '../../../../runtime/contracts/config.ts'
import { createReplay, isOnSandbox } from '../../../../runtime/test/devtools/replay.ts'
import type { Recording } from '../../../../runtime/test/devtools/recording.ts'
import { makeKit, network } from '../../../support/kit.ts'

const RECORDING: Recording = {
  start: {
    modal: { open: false },
    'accounts.eip155': { status: 'disconnected', address: null, allAccounts: [] },
    'networks.eip155': { caipNetwork: 'eip155:1' },
  },
  entries: [
    { id: 1, at: 5, kind: 'state', title: 'modal', detail: { open: true } },
    { id: 2, at: 6, kind: 'wallet', title: 'eth_requestAccounts', detail: null },
    {
      id: 3,
      at: 7,
      kind: 'state',
      title: 'accounts.eip155',
      detail: {
        status: 'connected',
        address: '<address 1>',
        caipAddress: 'eip155:1:<address 1>',
        balance: '1.<number 1>',
        allAccounts: [{ address: '<address 1>', type: 'eoa' }],
      },
    },
    { id: 4, at: 8, kind: 'state', title: 'networks.eip155', detail: { caipNetwork: 'eip155:137' } },
    { id: 5, at: 9, kind: 'state', title: 'connections', detail: { eip155: [{ id: 'eip155:x' }] } },
  ],
}

it('shows the state of each step, forwards and backwards', () => {
  const kit = makeKit()
  const replay = createReplay(kit, RECORDING)
  const now = () => [kit.state.modal.open, kit.state.accounts.eip155.status, kit.state.networks.eip155.caipNetwork?.id]
  expect(now()).toEqual([false, 'disconnected', 1])
  replay.go(2)
  expect(now()).toEqual([true, 'disconnected', 1])
  replay.go(5)
  expect(now()).toEqual([true, 'connected', 137])
  replay.go(1)
  expect(now()).toEqual([true, 'disconnected', 1])
  replay.go(99)
  expect(replay.at()).toBe(5)
})

it('uses an address that nobody uses, or the accounts of the page, and drops amounts that were removed', () => {
  const kit = makeKit()
  createReplay(kit, RECORDING).go(5)
  const { address, caipAddress, balance } = kit.state.accounts.eip155
  expect([address, caipAddress, balance]).toEqual([
    '0x000000000000000000000000000000000000dEaD',
    'eip155:1:0x000000000000000000000000000000000000dEaD',
    undefined,
  ])
  const own = makeKit()
  own.state.accounts.eip155.allAccounts = [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }]
  createReplay(own, RECORDING).go(5)
  expect(own.state.accounts.eip155.address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
})

it('shows an account without fields as one that is not connected', () => {
  const kit = makeKit()
  Object.assign(kit.state.accounts.eip155, { address: '0x1', allAccounts: [{ address: '0x1', type: 'eoa' }] })
  createReplay(kit, { start: { 'accounts.eip155': { status: 'disconnected' } }, entries: [] })
  const { address, allAccounts } = kit.state.accounts.eip155
  expect([address, allAccounts]).toEqual([undefined, []])
})

it('connects no wallet, and puts the state back at the end', () => {
  const kit = makeKit()
  const now = () => JSON.parse(JSON.stringify(kit.state)) as unknown
  const before = now()
  const replay = createReplay(kit, RECORDING)
  replay.go(5)
  expect(kit.state.connections).toEqual({})
  replay.stop()
  expect(now()).toEqual(before)
})

it('puts back what no recording can hold: long lists, amounts as bigint, and functions', () => {
  const kit = makeKit()
  const tokenBalance = Array.from({ length: 150 }, (_, at) => ({ name: `Token ${at}` })) as never
  const params = { amount: 10n, onDone: () => 'done', note: 'n'.repeat(5000) }
  Object.assign(kit.state.accounts.eip155, { address: '0x1', tokenBalance })
  kit.state.router.history = [{ view: 'Tip', params }]
  Object.assign(kit.state.router, { view: 'Tip', params })
  const replay = createReplay(kit, RECORDING)
  replay.go(5)
  replay.stop()
  expect(kit.state.accounts.eip155.tokenBalance).toHaveLength(150)
  expect(kit.state.router.params).toEqual(params)
  expect(kit.state.router.history).toEqual([{ view: 'Tip', params }])
})

const local = { services: { api: 'http://127.0.0.1:4747' }, networks: [network(1)] }
it.each<[string, boolean, Config]>([
  ['only this computer', true, local],
  ['a service elsewhere', false, { ...local, services: { api: 'https://api.service.example' } }],
  ['a node of its own elsewhere', false, { ...local, customRpcUrls: { 'eip155:1': ['https://rpc.service.example'] } }],
  ['a host that begins as this computer', false, { ...local, services: { api: 'http://127.0.0.1.service.example' } }],
  [
    'a public node to fall back to',
    false,
    {
      ...local,
      networks: [
        {
          ...network(1),
          rpcUrls: {
            default: { http: ['http://127.0.0.1:9'] },
            chainDefault: { http: ['https://rpc.service.example'] },
          },
        },
      ],
    },
  ],
])('replays on a page that names %s: %s', (_name, expected, config) => {
  expect(isOnSandbox(makeKit(config))).toBe(expected)
})
