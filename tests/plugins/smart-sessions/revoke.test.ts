/** What "Session revoked" ends: real session keys of a smart account, on the chain. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import sessionsApi, { type SessionsApi } from '../../../plugins/smart-sessions/api.ts'
import createSessionsController from '../../../plugins/smart-sessions/controller.ts'
import manifest from '../../../plugins/smart-sessions/index.ts'
import { keepGrant, keptGrants, parseKept } from '../../../plugins/smart-sessions/kept.ts'
import { endSession } from '../../../plugins/smart-sessions/revoke.ts'
import { momentText } from '../../../plugins/smart-sessions/words.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { blockchainApi } from '../../../runtime/http/blockchainApi.ts'
import type { PluginKit } from '../../../runtime/plugin.ts'
import { makeKit, memoryStorage, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { openBrowser, someEmail } from '../../sandbox/login/browser.ts'

const sandbox = useSandbox()
const CHAIN = 31337
const DAY = 86_400

type Asked = { method: string; params?: unknown }
type Answering = (asked: Asked, answer: () => Promise<unknown>) => unknown

/** A page whose wallet is the smart account of a new login. `answering` may answer instead of the wallet. */
async function open(answering: Answering = (_asked, answer) => answer()) {
  const browser = await openBrowser(sandbox())
  await browser.login(someEmail())
  const kit = makeKit(sandboxConfig(sandbox()), { plugins: [manifest] })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const { connector } = testConnector(sandbox())
  const asked: Asked[] = []
  const own: Record<string, string> = { eth_requestAccounts: 'eth_accounts' }
  const request = async (given: Asked) => {
    asked.push(given)
    return answering(given, () => browser.rpc(own[given.method] ?? given.method, given.params ?? []))
  }
  await connect(kit, { ...connector, provider: { request, on: () => undefined, removeListener: () => undefined } })
  const http = blockchainApi(kit)
  if (!http) throw new Error('No service')
  const api = sessionsApi(http)
  const errors: string[] = []
  kit.events.on('error', ({ code }) => void errors.push(code))
  const pluginKit = createPluginKit(kit, manifest)
  const controller = createSessionsController({ kit: pluginKit, api })
  const { caipAddress = '', address = '' } = kit.state.accounts.eip155
  const token = sandbox().tokens.find(({ symbol, chainId }) => symbol === 'DAI' && chainId === CHAIN)?.address ?? '0x'

  /** Grants a session of another browser, whose context the service lists as `context`. */
  const begin = async (context?: string) => {
    const expiry = Math.floor(Date.now() / 1000) + DAY
    const permissions = [{ type: 'contract-call', data: { address: token, functions: [] } }]
    const { pci, key } = await api.create(caipAddress, { expiry, permissions, project: { name: 'Lumen' } })
    const signer = { type: 'keys', data: { keys: [key] } }
    const grant = { chainId: '0x7a69', address, expiry, permissions, signer }
    const answer = await browser.rpc<{ permissionsContext: string }>('wallet_grantPermissions', [grant])
    await api.activate(caipAddress, { pci, context: context ?? answer.permissionsContext })
    await controller.load()
    asked.length = 0
    return { pci, expiry, own: answer.permissionsContext }
  }
  /** Acts with a session's key past the service, as somebody does who broke into it. */
  const act = async (pci: string) => {
    const key = sandbox().sessions.keyOf(pci)
    if (!key) throw new Error('No key')
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [key.address, 1n] })
    const sent = await sandbox().smartAccounts.sendCallsWith(CHAIN, key, address as Hex, [{ to: token, data }])
    return (await sent.wait()).success
  }
  const listed = (pci: string) => controller.state.sessions?.some((each) => each.pci === pci)
  const toast = () => kit.state.toast.message
  return { kit, pluginKit, api, controller, caipAddress, asked, errors, begin, act, listed, toast }
}

describe('a revoked session', () => {
  it('has ended on the chain: its key is refused, whoever has it', async () => {
    const { begin, act, controller, listed, toast } = await open()
    const { pci } = await begin()
    expect(await act(pci)).toBe(true)
    expect(await controller.revoke(pci)).toBe(true)
    expect([listed(pci), toast()]).toEqual([false, 'Session revoked'])
    await expect(act(pci)).rejects.toThrow('AA24')
  })

  it('that was granted here ends by what the wallet answered, not by what the service says', async () => {
    const { begin, act, controller, caipAddress, pluginKit } = await open()
    const { pci, expiry, own } = await begin(`0x${'12'.repeat(20)}`)
    keepGrant(pluginKit, { pci, caip: caipAddress, context: own, expiry: expiry * 1000 })
    expect(await controller.revoke(pci)).toBe(true)
    await expect(act(pci)).rejects.toThrow('AA24')
    expect(keptGrants(pluginKit, caipAddress)).toEqual([])
  })

  it('is not told as revoked when the wallet cannot end it: the screen says until when it acts', async () => {
    const unable: [string, Answering][] = [
      ['has no such method', ({ method }, answer) => (method.includes('revoke') ? refuse(4200) : answer())],
      ['does not know it', ({ method }, answer) => (method.includes('revoke') ? refuse(-32602) : answer())],
      ['answers as to another method', ({ method }, answer) => (method.includes('revoke') ? null : answer())],
      ['says so', ({ method }, answer) => (method === 'wallet_getCapabilities' ? { '0x7a69': {} } : answer())],
    ]
    for (const [why, answering] of unable) {
      const { begin, act, controller, listed, toast, asked } = await open(answering)
      const { pci, expiry } = await begin()
      expect(await controller.revoke(pci), why).toBe(true)
      const when = momentText(expiry * 1000, undefined)
      expect(toast()).toBe(`Removed from the list. Your wallet did not end the permission: it works until ${when}.`)
      expect(listed(pci)).toBe(false)
      expect(await act(pci)).toBe(true)
      expect(asked.some(({ method }) => method.includes('revoke'))).toBe(why !== 'says so')
    }
  })

  it('stays, and keeps its place in the list, when the wallet declines or fails', async () => {
    for (const code of [4001, -32603]) {
      const { begin, act, controller, listed, errors, asked } = await open(({ method }, answer) =>
        method.includes('revoke') ? refuse(code) : answer(),
      )
      const { pci } = await begin()
      expect(await controller.revoke(pci)).toBe(false)
      expect([listed(pci), errors]).toEqual([true, ['SESSION_REVOKE']])
      expect(asked.some(({ method }) => method === 'personal_sign')).toBe(false)
      expect(await act(pci)).toBe(true)
    }
  })

  it('that the service does not take out of its list is told as ended; the wallet is not asked twice', async () => {
    const { begin, act, controller, listed, errors, asked, toast } = await open()
    const { pci } = await begin()
    sandbox().faults.set({ path: '/v1/sessions', kind: 'status', status: 500, times: 1 })
    expect(await controller.revoke(pci)).toBe(false)
    expect([listed(pci), errors]).toEqual([true, ['SESSION_UNLISTED']])
    expect(toast()).toMatch('The session has ended')
    await expect(act(pci)).rejects.toThrow('AA24')
    expect(await controller.revoke(pci)).toBe(true)
    expect(asked.filter(({ method }) => method.includes('revoke'))).toHaveLength(1)
    expect(listed(pci)).toBe(false)
  })
})

describe('what a browser keeps of its grants', () => {
  it('shows their own end, whatever the service says', async () => {
    const { begin, controller, caipAddress, pluginKit } = await open()
    const { pci, own } = await begin()
    const expiry = Date.now() + 9 * DAY * 1000
    keepGrant(pluginKit, { pci, caip: caipAddress, context: own, expiry })
    await controller.load()
    expect(controller.state.sessions?.find((each) => each.pci === pci)?.expiry).toBe(expiry)
    expect((await controller.api.list()).find(({ id }) => id === pci)?.expiry).toBe(expiry)
  })

  it('is at most 50 grants that have not ended, and never throws', () => {
    let text: string | undefined
    const store = {
      get: () => text,
      set: (_key: string, value: string) => void (text = value),
      remove: () => undefined,
    }
    const grantAt = (at: number) => ({ pci: `pci-${at}`, caip: 'eip155:1:0x', context: '0x01', expiry: 2_000 + at })
    for (let at = 0; at < 60; at++) keepGrant({ storage: store }, grantAt(at), 1_000)
    expect(parseKept(text).map(({ pci }) => pci)).toEqual(Array.from({ length: 50 }, (_, at) => `pci-${59 - at}`))
    keepGrant({ storage: store }, grantAt(99), 2_058)
    expect(parseKept(text).map(({ pci }) => pci)).toEqual(['pci-99', 'pci-59'])
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        for (const { pci, context, expiry } of parseKept(stored))
          expect(typeof pci === 'string' && context !== '' && Number.isFinite(expiry)).toBe(true)
      }),
    )
  })
})

function refuse(code: number): never {
  throw Object.assign(new Error('No'), { code })
}

it('does not ask another account to sign, which became active while the wallet was asked', async () => {
  let caipAddress = 'eip155:31337:0xa'
  const signed: string[] = []
  const kit = {
    account: () => ({ caipAddress }),
    network: () => ({ id: 31337 }),
    storage: memoryStorage(),
    chain: {
      getCapabilities: async () => ({}),
      revokePermissions: async () => {
        caipAddress = 'eip155:31337:0xb'
        return {}
      },
      signMessage: async (message: string) => {
        signed.push(message)
        return '0x'
      },
    },
  } as unknown as PluginKit
  const api = { revoke: async () => undefined } as unknown as SessionsApi
  const ending = endSession(kit, api, { pci: 'p', context: '0x01' }, new Set())
  await expect(ending).rejects.toMatchObject({ code: 'SESSION_UNLISTED' })
  expect(signed).toEqual([])
})
