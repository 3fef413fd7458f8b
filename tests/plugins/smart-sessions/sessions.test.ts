/** Smart sessions with the sandbox, whose service checks every signature on the chain. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import sessionsApi from '../../../plugins/smart-sessions/api.ts'
import createSessionsController from '../../../plugins/smart-sessions/controller.ts'
import { readRequest } from '../../../plugins/smart-sessions/grant.ts'
import manifest from '../../../plugins/smart-sessions/index.ts'
import { revocation } from '../../../plugins/smart-sessions/revoke.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { blockchainApi } from '../../../runtime/http/blockchainApi.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const TOKEN = `0x${'ab'.repeat(20)}`
const soon = () => Math.floor(Date.now() / 1000) + 3600
const permissions = [{ type: 'contract-call', data: { address: TOKEN, functions: [{ functionName: 'mint' }] } }]

async function open() {
  const kit = makeKit(sandboxConfig(sandbox()), { plugins: [manifest] })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const { wallet, connector } = testConnector(sandbox())
  await connect(kit, connector)
  const http = blockchainApi(kit)
  if (!http) throw new Error('No service')
  const posted: { path: string; body: unknown }[] = []
  const api = sessionsApi({
    ...http,
    post: (request) => {
      posted.push({ path: decodeURIComponent(request.path), body: request.body })
      return http.post(request)
    },
  })
  const errors: string[] = []
  kit.events.on('error', ({ code }) => void errors.push(code))
  const controller = createSessionsController({ kit: createPluginKit(kit, manifest), api })
  const { caipAddress = '' } = kit.state.accounts.eip155
  /** Creates a session of the account, as an app's server could. */
  const begin = async () => {
    const { pci } = await api.create(caipAddress, { expiry: soon(), permissions, project: { name: 'Lumen' } })
    await api.activate(caipAddress, { pci, context: '0x01' })
    return pci
  }
  return { kit, wallet, api, controller, caipAddress, begin, posted, errors }
}

describe('the sessions of an account', () => {
  it('are asked for by its CAIP-10 address [S7.api.21]', async () => {
    const { controller, caipAddress, begin } = await open()
    const pci = await begin()
    const before = sandbox().requests().length
    await controller.load()
    const asked = sandbox().requests().slice(before)
    expect(asked.map(({ method, path }) => `${method} ${decodeURIComponent(path)}`)).toEqual([
      `GET /v1/sessions/${caipAddress}`,
    ])
    const [session] = controller.state.sessions ?? []
    expect(session).toMatchObject({ pci, app: { name: 'Lumen' } })
    expect(session?.permissions).toEqual([{ kind: 'call', target: TOKEN, functions: ['mint'], limit: undefined }])
  })

  it('are ended by a signature, and by nothing else [S7.api.22]', async () => {
    const { controller, caipAddress, begin, posted, wallet, api } = await open()
    const pci = await begin()
    await controller.load()
    const forged = api.revoke(caipAddress, { pci, signature: `0x${'11'.repeat(65)}` })
    await expect(forged).rejects.toThrow('HTTP status code: 401')
    expect(await controller.revoke(pci)).toBe(true)
    expect(controller.state.sessions?.some((session) => session.pci === pci)).toBe(false)
    const { path, body } = posted.at(-1) ?? {}
    expect(path).toBe(`v1/sessions/${caipAddress}/revoke`)
    expect(body).toEqual({ pci, signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) as unknown })
    const signed = wallet.requests.filter(({ method }) => method === 'personal_sign')
    expect(Buffer.from(String((signed[0]?.params as string[])[0]).slice(2), 'hex').toString()).toBe(revocation(pci))
    await expect(sandbox().sessions.use(pci, [])).rejects.toThrow('was revoked')
  })

  it('stay when the wallet declines, and when the service fails; both are told', async () => {
    const { controller, begin, wallet, errors } = await open()
    const pci = await begin()
    await controller.load()
    wallet.set({ answer: 'reject' })
    expect(await controller.revoke(pci)).toBe(false)
    wallet.set({ answer: 'approve' })
    sandbox().faults.set({ path: '/v1/sessions', kind: 'status', status: 500, times: 1 })
    expect(await controller.revoke(pci)).toBe(false)
    expect(errors).toEqual(['SESSION_REVOKE', 'SESSION_REVOKE'])
    expect(controller.state.sessions?.some((session) => session.pci === pci)).toBe(true)
    expect(controller.state.revoking).toBeUndefined()
  })

  it('are granted one at a time, also when the network changes while the wallet is asked', async () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    const { kit, api } = await open()
    vi.stubGlobal('document', { title: 'Lumen', querySelector: () => null })
    vi.stubGlobal('location', { host: 'lumen.example', origin: 'https://lumen.example' })
    const own = createPluginKit(kit, manifest)
    const asked: { answer: (granted: { context: string }) => void }[] = []
    const grantPermissions = () => new Promise((answer) => asked.push({ answer }))
    const controller = createSessionsController({ kit: { ...own, chain: { ...own.chain, grantPermissions } }, api })
    const wanted = readRequest({ expiry: soon(), permissions })
    const first = controller.allow(wanted)
    await expect.poll(() => asked.length).toBe(1)
    await switchNetwork(kit, 'eip155:31338')
    await expect.poll(() => own.network()?.id).toBe(31338)
    await new Promise((resolve) => setTimeout(resolve))
    expect(controller.state.granting).toBe(true)
    await expect(controller.allow(wanted)).rejects.toMatchObject({ code: 'SESSION_GRANT' })
    asked[0]?.answer({ context: '0x01' })
    expect(await first).toMatchObject({ context: '0x01' })
    expect(controller.state.granting).toBe(false)
    expect(asked).toHaveLength(1)
  })

  it('that cannot be read are told once; what was known stays', async () => {
    const { controller, begin, errors } = await open()
    await begin()
    await controller.load()
    const known = controller.state.sessions?.length
    sandbox().faults.set({ path: '/v1/sessions', kind: 'garbage', times: 1 })
    await controller.load()
    expect(errors).toEqual(['SESSIONS_FETCH'])
    expect(controller.state).toMatchObject({ failed: true, loading: false })
    expect(controller.state.sessions).toHaveLength(known ?? 0)
    await controller.load()
    expect(controller.state.failed).toBe(false)
  })
})
