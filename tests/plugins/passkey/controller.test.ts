/** The wallet's own screens: what they say after an operation, and while the visitor switches networks. */
import { type Hex, parseEther, toHex } from 'viem'
import { expect, it } from 'vitest'
import { recoveryData } from '../../../plugins/passkey/account.ts'
import createPasskeyController from '../../../plugins/passkey/controller.ts'
import { storePasskey } from '../../../plugins/passkey/stored.ts'
import type { PluginKit } from '../../../runtime/plugin.ts'
import { ask, viemClients } from '../../sandbox/smartAccounts/clients.ts'
import { memoryStorage } from '../../support/kit.ts'
import { softPasskey } from '../../support/passkey.ts'
import { usePasskeyDevice } from '../../support/passkeyDevice.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const soft = usePasskeyDevice()
const WALLET = '0x00000000000000000000000000000000000A11cE'

type Request = { method: string; params: readonly unknown[] }
type Provider = { request: (asked: Request) => Promise<unknown> }

/** The wallet of a visitor who has a passkey already. `answer`: what the endpoint answers instead of the sandbox. */
function open(answer: (chainId: number, asked: Request) => unknown = () => undefined) {
  const asks = async (chainId: number, asked: Request) =>
    (await answer(chainId, asked)) ?? ask(viemClients(sandbox(), chainId).rpcUrl, asked.method, asked.params)
  const networks = [31337, 31338].map((id) => ({ id, chainNamespace: 'eip155', caipNetworkId: `eip155:${id}` }))
  const offered: { provider: Provider }[] = []
  const kit = {
    services: [],
    storage: memoryStorage(),
    signal: new AbortController().signal,
    network: () => networks[0],
    networks: () => networks,
    present: () => ({ left: new Promise<void>(() => undefined), leave: () => undefined }),
    fetch: async (url: string, { body }: { body: string }) => {
      const reply = await asks(Number(url.split('/').at(-1)), JSON.parse(body) as Request)
      return { json: async () => reply }
    },
    chain: {
      request: async (method: string, params: readonly unknown[]) =>
        (await ask(viemClients(sandbox(), 31337).rpcUrl, method, params)).result,
      getGasPrice: async () => 10n ** 9n,
      estimateGas: async () => 100_000n,
    },
    text: (_key: string, text: string) => text,
    report: (error: Error) => error,
    track: () => undefined,
    offer: (connector: { provider: Provider }) => void offered.push(connector),
  }
  const own = kit as unknown as PluginKit
  storePasskey(own, soft().passkey)
  const controller = createPasskeyController({ kit: own, options: { bundler: 'http://bundler/{chainId}' } })
  const request = (method: string, ...params: unknown[]) => offered[0]?.provider.request({ method, params })
  const switchTo = (id: number) => request('wallet_switchEthereumChain', { chainId: toHex(id) })
  return { kit: own, controller, request, switchTo }
}
const isRecoveryRead = ({ method, params: [call] }: Request) =>
  method === 'eth_call' && (call as { data: Hex }).data === recoveryData()

it('does not say that nothing was sent when the recovery wallet is set, and only reading it again fails', async () => {
  await ask(viemClients(sandbox(), 31337).rpcUrl, 'anvil_setBalance', [soft().passkey.account, toHex(parseEther('1'))])
  const { controller } = open((_id, asked) => {
    if (isRecoveryRead(asked)) throw new TypeError('Failed to fetch')
  })
  const set = controller.setRecovery(WALLET)
  await expect.poll(() => controller.review.review?.isReady).toBe(true)
  controller.confirm()
  await set
  expect(controller.state).toMatchObject({ note: '', busy: false, recovery: WALLET })
})

it('shows the recovery wallet of the network that is active, not one that a slower network names later', async () => {
  const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
  const other = '0x00000000000000000000000000000000000B0b00'
  let late: () => void = () => undefined
  const slow = new Promise<void>((resolve) => (late = resolve))
  const { controller, switchTo } = open(async (id, asked) => {
    if (!isRecoveryRead(asked)) return undefined
    if (id === 31337) await slow
    return { jsonrpc: '2.0', id: 1, result: word(id === 31337 ? other : WALLET) }
  })
  const first = controller.readRecovery()
  await switchTo(31338)
  await controller.readRecovery()
  expect(controller.state.recovery).toBe(WALLET)
  late()
  await first
  expect(controller.state.recovery).toBe(WALLET)
})

it('shows no recovery wallet of another network while the node of the active one has not answered', async () => {
  const { controller, switchTo } = open((id, asked) => {
    if (!isRecoveryRead(asked)) return undefined
    if (id === 31338) return new Promise(() => undefined)
    return { jsonrpc: '2.0', id: 1, result: `0x${WALLET.slice(2).toLowerCase().padStart(64, '0')}` }
  })
  await controller.readRecovery()
  expect(controller.state.recovery).toBe(WALLET)
  await switchTo(31338)
  void controller.readRecovery()
  await expect.poll(() => controller.state.recovery).toBeUndefined()
})

it('keeps the recovery wallet of the network that is active when that of another one has been set', async () => {
  await ask(viemClients(sandbox(), 31337).rpcUrl, 'anvil_setBalance', [soft().passkey.account, toHex(parseEther('1'))])
  let land: () => void = () => undefined
  const landed = new Promise<void>((resolve) => (land = resolve))
  const { controller, switchTo } = open(async (id, asked) => {
    if (asked.method === 'eth_getUserOperationReceipt') await landed
    if (id !== 31338 || !isRecoveryRead(asked)) return undefined
    return { jsonrpc: '2.0', id: 1, result: `0x${WALLET.slice(2).toLowerCase().padStart(64, '0')}` }
  })
  const set = controller.setRecovery('0x00000000000000000000000000000000000B0b00')
  await expect.poll(() => controller.review.review?.isReady).toBe(true)
  controller.confirm()
  await switchTo(31338)
  await controller.readRecovery()
  expect(controller.state.recovery).toBe(WALLET)
  land()
  await set
  expect(controller.state.recovery).toBe(WALLET)
})

it('goes on with the account that it shows when another tab opens another account', async () => {
  const { kit, controller, request } = open()
  const { account } = soft().passkey
  storePasskey(kit, softPasskey().passkey)
  expect(await request('eth_accounts')).toEqual([account])
  void request('personal_sign', '0x68656c6c6f', account)?.catch(() => undefined)
  await expect.poll(() => controller.review.review?.account).toBe(account)
})

it('sets the recovery wallet of the account that it shows when another tab opens another account', async () => {
  const { kit, controller } = open()
  storePasskey(kit, softPasskey().passkey)
  void controller.setRecovery(WALLET)
  await expect.poll(() => controller.review.review).toMatchObject({ account: soft().passkey.account })
  expect(controller.review.review?.asked).toMatchObject({ calls: [{ to: soft().passkey.account }] })
})
