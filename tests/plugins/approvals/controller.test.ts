import { encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { givenBy } from '../../../plugins/approvals/notice.ts'
import createApprovalsController from '../../../plugins/approvals/controller.ts'
import { findApprovals } from '../../../plugins/approvals/find.ts'
import manifest from '../../../plugins/approvals/index.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import type { PluginKit } from '../../../runtime/contracts/pluginKit.ts'
import { hideSeen, progress } from '../../../runtime/data/progress.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import type { InstallOptions } from '../../../runtime/test/index.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { chainClients } from '../../sandbox/chain.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()

async function open(wallet?: Partial<InstallOptions>) {
  const kit = makeKit(sandboxConfig(sandbox()), { plugins: [manifest] })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const test = testConnector(sandbox(), wallet)
  await connect(kit, test.connector)
  const own = createPluginKit(kit, manifest)
  const controller = createApprovalsController({ kit: own })
  const token = (symbol: string) => sandbox().tokens.find((each) => each.symbol === symbol)?.address ?? ''
  const approve = async (symbol: string, spender: string, amount: bigint) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender as Hex, amount] })
    await own.chain.waitForTransaction(await own.chain.sendTransaction({ to: token(symbol), data }))
  }
  const here = () => own.network()?.caipNetworkId ?? ''
  const section = () => controller.state.sections.find(({ network }) => network.caipNetworkId === here())
  const rows = () =>
    (section()?.list ?? []).map((each) => ({ symbol: each.symbol, spender: each.spender, amount: each.amount }))
  const chooseAll = () => section()?.list?.forEach(({ key }) => controller.choose(here(), key))
  return { kit, own, controller, approve, rows, section, chooseAll, wallet: test.wallet }
}
const spender = (letter: string) => `0x${letter.repeat(40)}`

describe('approvals', () => {
  it('are those that still stand, unlimited ones first, and end when the wallet confirms each', async () => {
    const { controller, approve, rows, section, chooseAll, wallet } = await open()
    await approve('DAI', spender('1'), 5n * 10n ** 18n)
    await approve('USDC', spender('2'), maxUint256)
    await approve('USDT', spender('3'), 7n)
    await approve('USDT', spender('3'), 0n)
    await controller.load()
    expect(rows()).toEqual([
      { symbol: 'USDC', spender: spender('2'), amount: maxUint256 },
      { symbol: 'DAI', spender: spender('1'), amount: 5n * 10n ** 18n },
    ])
    chooseAll()
    const before = wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
    await controller.end()
    expect(rows()).toEqual([])
    expect(section()?.chosen).toEqual([])
    expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length - before).toBe(2)
  })

  it('have no symbol, so that the address is shown, if that of the contract cannot be seen', async () => {
    const { own, controller, section, chooseAll } = await open()
    const { address, privateKey } = sandbox().accounts[0] ?? { address: '0x', privateKey: '0x' }
    const { abi, bytecode } = await import('../../../sandbox/contracts/artifacts/StandardToken.ts')
    const to = await chainClients(sandbox(), 31337, privateKey).deploy(abi, bytecode, [
      'A',
      '\u3164',
      6,
      [address],
      [9n],
    ])
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender('4') as Hex, 9n] })
    await own.chain.waitForTransaction(await own.chain.sendTransaction({ to, data }))
    await controller.load()
    const found = section()?.list?.find(({ token }) => token === to.toLowerCase())
    expect(found).toMatchObject({ symbol: undefined, amount: 9n })
    chooseAll()
    await controller.end()
  })

  it('end in several goes when they are more than one batch can hold', async () => {
    const { controller, approve, section, chooseAll, wallet } = await open()
    for (let at = 0; at < 21; at++) await approve('DAI', `0x${String(at + 10).repeat(20)}`, 5n)
    await controller.load()
    chooseAll()
    expect(section()?.chosen).toHaveLength(21)
    const before = wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
    await controller.end()
    expect(section()?.list).toEqual([])
    expect(wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length - before).toBe(21)
  }, 60_000)

  it('stay, and nothing further is asked, when the wallet refuses one', async () => {
    const { controller, approve, rows, chooseAll, wallet, kit } = await open()
    await approve('DAI', spender('1'), 5n)
    await approve('USDC', spender('2'), 6n)
    await controller.load()
    chooseAll()
    const before = wallet.requests.length
    wallet.set({ answer: 'reject' })
    await controller.end()
    expect(rows()).toHaveLength(2)
    expect(wallet.requests.slice(before).filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
    expect(kit.state.toast.message).toMatch('The approval was not ended')
    wallet.set({ answer: 'approve' })
    await controller.end()
    expect(rows()).toEqual([])
  })

  it('of one network are not ended on another: after a switch in the middle nothing further is asked', async () => {
    const { controller, approve, chooseAll, wallet, kit, own } = await open()
    await approve('DAI', spender('1'), 5n)
    await approve('USDC', spender('2'), 6n)
    await controller.load()
    chooseAll()
    wallet.set({ answer: 'hold' })
    const ended = controller.end()
    const asked = () => wallet.requests.filter(({ method }) => method === 'eth_sendTransaction').length
    const before = asked()
    await waitFor(() => expect(asked()).toBe(before + 1))
    // The visitor switches the network while the wallet shows the first of two prompts.
    const other = own.networks().find(({ caipNetworkId }) => caipNetworkId !== own.network()?.caipNetworkId)
    wallet.set({ answer: 'approve' })
    await switchNetwork(kit, other?.caipNetworkId ?? 'eip155:0')
    wallet.settle('approve')
    await ended
    expect(asked()).toBe(before + 1)
    expect(kit.state.toast.message).toBe('Account or network changed. No further approval was ended')
  })

  it('of the account that is active now still show as being ended when the run of an earlier account is over', async () => {
    const { controller, approve, chooseAll, rows, wallet, own } = await open()
    const select = async (at: number) => {
      wallet.changeAccount(at)
      await waitFor(() => expect(own.account().address).toBe(sandbox().accounts[at]?.address))
      await controller.load()
    }
    await select(1)
    await approve('USDC', spender('8'), 6n)
    await select(0)
    await approve('DAI', spender('9'), 5n)
    await controller.load()
    chooseAll()
    wallet.set({ answer: 'hold' })
    const first = controller.end()
    await waitFor(() => expect(wallet.pending()).toBe(1))
    await select(1)
    chooseAll()
    const second = controller.end()
    wallet.settle('reject')
    await first
    await waitFor(() => expect(wallet.pending()).toBe(1))
    expect(controller.state.ending).toMatchObject({ count: 1 })
    wallet.set({ answer: 'approve' })
    wallet.settle('approve')
    await second
    expect(controller.state.ending).toBeUndefined()
    expect(rows()).toEqual([])
  })

  it('are pointed out on Account when a transaction gives one without a limit, until they are dismissed', async () => {
    const { kit, approve } = await open()
    await approve('DAI', spender('1'), 5n * 10n ** 18n)
    await approve('USDC', spender('2'), maxUint256)
    await waitFor(() =>
      expect(progress(kit)).toMatchObject([{ state: 'warning', title: 'Approved without a limit: USDC' }]),
    )
    expect(progress(kit)[0]?.text).toBe('A contract may take all of it at any time. You can end that under Approvals.')
    hideSeen(progress(kit))
    expect(progress(kit)).toHaveLength(1)
    await approve('USDC', spender('2'), 0n)
    await approve('DAI', spender('1'), 0n)
  })

  it('are pointed out whatever the letter case in which the wallet and the node write addresses', async () => {
    const { kit, own, approve } = await open()
    await approve('DAI', spender('6'), maxUint256)
    await waitFor(() => expect(progress(kit)).toHaveLength(1))
    const sent = own.chain.sent()[0]
    if (!sent) throw new Error('Nothing was sent')
    const { hash, caipNetworkId, from } = sent
    // A node that writes hex digits in capitals.
    const request = async (method: string, params?: readonly unknown[]) => {
      const answer: unknown = await own.chain.request(method, params)
      const capitals = (text: string) =>
        text.replace(/"0x([0-9a-f]{64})"/g, (_, hex: string) => `"0x${hex.toUpperCase()}"`)
      return method === 'eth_getTransactionReceipt' ? (JSON.parse(capitals(JSON.stringify(answer))) as unknown) : answer
    }
    const given = await givenBy({ ...own, chain: { ...own.chain, request } }, { hash, caipNetworkId, from, to: '' })
    expect(given).toMatchObject([{ spender: spender('6'), amount: maxUint256 }])
    // A wallet or a page that writes the sender in small letters.
    own.progress.hide()
    kit.events.emit('transaction', { hash, caipNetworkId, from: from.toLowerCase(), to: '' })
    await waitFor(() => expect(progress(kit)).toHaveLength(1))
    await approve('DAI', spender('6'), 0n)
  })

  it('that are limited, ended meanwhile, or somebody else’s are not pointed out', async () => {
    const { own, approve } = await open()
    const lastSent = () => {
      const [newest] = own.chain.sent()
      if (!newest) throw new Error('Nothing was sent')
      return { hash: newest.hash, caipNetworkId: newest.caipNetworkId, from: own.account().address ?? '', to: '' }
    }
    await approve('DAI', spender('4'), 6n)
    expect(await givenBy(own, lastSent())).toEqual([])
    await approve('DAI', spender('4'), maxUint256)
    const unlimited = lastSent()
    expect(await givenBy(own, unlimited)).toMatchObject([{ spender: spender('4'), amount: maxUint256 }])
    expect(await givenBy(own, { ...unlimited, from: spender('5') })).toEqual([])
    await approve('DAI', spender('4'), 0n)
    expect(await givenBy(own, unlimited)).toEqual([])
  })
})

describe('a node that does not look back over the whole chain', () => {
  const owner = spender('f')
  /** Answers like a node that allows `limit` blocks per request, of a chain with `height` blocks. */
  const node = (height: number, limit: number) => {
    const asked: number[] = []
    const request = async (method: string, params: readonly unknown[] = []) => {
      if (method === 'eth_blockNumber') return `0x${height.toString(16)}`
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      const blocks = fromBlock === 'earliest' ? Infinity : Number(toBlock) - Number(fromBlock) + 1
      asked.push(blocks)
      if (blocks > limit) throw new Error('range too large')
      return []
    }
    return { asked, chain: { request } satisfies Pick<PluginKit['chain'], 'request'> }
  }
  const find = ({ chain }: ReturnType<typeof node>) => findApprovals(chain, owner, new AbortController().signal)

  it('is asked for as much as it allows, and the screen learns how far that was', async () => {
    const small = node(25_000, 10_000)
    expect((await find(small)).blocks).toBeUndefined()
    expect(small.asked).toEqual([Infinity, 25_001, 10_000, 10_000, 5_001])
    const large = node(20_000_000, 10_000)
    expect((await find(large)).blocks).toBe(400_000)
    expect(large.asked).toHaveLength(2 + 40)
  })

  it('rejects when it answers nothing at all', async () => {
    await expect(find(node(25_000, 0))).rejects.toThrow('range too large')
  })
})
