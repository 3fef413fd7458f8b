/** Approvals on several networks of the site: read from each network's own node, and ended network after network. */
import { encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import createApprovalsController from '../../../plugins/approvals/controller.ts'
import { endAll } from '../../../plugins/approvals/end.ts'
import manifest from '../../../plugins/approvals/index.ts'
import { networksOf } from '../../../plugins/approvals/networks.ts'
import { inArrival } from '../../../plugins/approvals/state.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import type { InstallOptions } from '../../../runtime/test/index.ts'
import { setAccount } from '../../../runtime/state/setAccount.ts'
import { makeKit, network, sandboxConfig, solana, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const ONE = 'eip155:31337'
const TWO = 'eip155:31338'
const spender = (letter: string) => `0x${letter.repeat(40)}` as const
/** The node of the second network refuses searches of logs, or does not answer them. */
const failTwo = (kind: 'status' | 'hang') =>
  sandbox().faults.set({ path: '/rpc/31338', rpc: 'eth_getLogs', kind, ...(kind === 'status' && { status: 404 }) })

async function open(wallet?: Partial<InstallOptions>) {
  // Without the sandbox's service, which would stand in for a node that fails.
  const { networks = [] } = sandboxConfig(sandbox())
  const kit = makeKit({ networks }, { plugins: [manifest] })
  onTestFinished(() => {
    sandbox().faults.clear()
    kit.teardown.splice(0).forEach((stop) => stop())
  })
  const { wallet: test, connector } = testConnector(sandbox(), wallet)
  await connect(kit, connector)
  const own = createPluginKit(kit, manifest)
  const controller = createApprovalsController({ kit: own })
  const active = () => own.network()?.caipNetworkId
  const approve = async (on: string, symbol: string, to: Hex, amount: bigint) => {
    if (active() !== on) await switchNetwork(kit, on)
    const id = Number(on.split(':')[1])
    const token = sandbox().tokens.find((each) => each.symbol === symbol && each.chainId === id)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, amount] })
    await own.chain.waitForTransaction(await own.chain.sendTransaction({ to: token?.address ?? '', data }))
  }
  const section = (id: string) => controller.state.sections.find((each) => each.network.caipNetworkId === id)
  const rows = (id: string) => section(id)?.list?.map((each) => `${each.symbol} ${each.spender}`)
  const chooseAll = (id: string) => section(id)?.list?.forEach(({ key }) => controller.choose(id, key))
  /** What the wallet was asked since `before`, of what a person has to confirm. */
  const asked = (before = 0) =>
    test.requests
      .slice(before)
      .map(({ method }) => method)
      .filter((method) => /^(eth_sendTransaction|wallet_sendCalls|wallet_switchEthereumChain)$/.test(method))
  /** DAI on the first network, USDC and DAI on the second; the first is active then, and all was read. */
  const approveOnBoth = async () => {
    await approve(TWO, 'USDC', spender('2'), maxUint256)
    await approve(TWO, 'DAI', spender('3'), 7n)
    await approve(ONE, 'DAI', spender('1'), 5n)
    await controller.load()
    return test.requests.length
  }
  return { kit, own, controller, active, approve, section, rows, chooseAll, asked, approveOnBoth, wallet: test }
}

describe('approvals on several networks', () => {
  it('are read from each network’s node, the active network’s first, and the wallet is asked nothing', async () => {
    const { kit, controller, rows, approveOnBoth, asked } = await open()
    await approveOnBoth()
    const before = asked().length
    await controller.load()
    expect(controller.state.sections.map((each) => each.network.caipNetworkId)).toEqual([ONE, TWO])
    expect(rows(ONE)).toContain(`DAI ${spender('1')}`)
    expect(rows(TWO)).toEqual(expect.arrayContaining([`USDC ${spender('2')}`, `DAI ${spender('3')}`]))
    expect(rows(ONE)).not.toContain(`USDC ${spender('2')}`)
    expect(asked()).toHaveLength(before)
    await switchNetwork(kit, TWO)
    // The account is the same, so what was read stays; the next visit begins with the network that is active then.
    expect(rows(ONE)).toContain(`DAI ${spender('1')}`)
    await controller.load()
    expect(controller.state.sections.map((each) => each.network.caipNetworkId)).toEqual([TWO, ONE])
  }, 60_000)

  it('end network after network: the wallet switches, and the active network follows', async () => {
    const { kit, controller, rows, chooseAll, active, approveOnBoth, asked } = await open()
    const before = await approveOnBoth()
    const count = (rows(ONE)?.length ?? 0) + (rows(TWO)?.length ?? 0)
    chooseAll(TWO)
    chooseAll(ONE)
    await controller.end()
    expect([rows(ONE), rows(TWO)]).toEqual([[], []])
    expect(active()).toBe(TWO)
    const order = asked(before)
    expect(order.filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(1)
    expect(order[0]).toBe('eth_sendTransaction')
    expect(order).toHaveLength(count + 1)
    expect(kit.state.toast.message).toBe(`Approvals ended: ${count}`)
    expect(controller.state.ending).toBeUndefined()
  }, 60_000)

  it('that were ended stay ended when the person declines the switch, and the others stay chosen', async () => {
    const { kit, controller, rows, section, chooseAll, active, approveOnBoth, asked, wallet } = await open()
    const before = await approveOnBoth()
    chooseAll(ONE)
    chooseAll(TWO)
    const others = section(TWO)?.chosen
    wallet.set({ answer: 'hold' })
    const ended = controller.end()
    const count = rows(ONE)?.length ?? 0
    for (let sent = 1; sent <= count; sent++) {
      await waitFor(() => expect(asked(before)).toHaveLength(sent))
      wallet.settle('approve')
    }
    await waitFor(() => expect(controller.state.ending).toMatchObject({ switching: true, network: 'Sandbox Two' }))
    await waitFor(() => expect(asked(before)).toContain('wallet_switchEthereumChain'))
    wallet.settle('reject')
    await ended
    expect(rows(ONE)).toEqual([])
    expect(section(TWO)).toMatchObject({ chosen: others, unreached: false })
    expect(active()).toBe(ONE)
    expect(asked(before).at(-1)).toBe('wallet_switchEthereumChain')
    expect(kit.state.toast.message).toMatch('The approval was not ended')
  }, 60_000)

  it('on a network that the wallet lacks are seen; ending one says why it cannot', async () => {
    const { kit, controller, rows, section, chooseAll, active, approveOnBoth, asked, wallet } = await open()
    const before = await approveOnBoth()
    const listed = rows(TWO)
    chooseAll(TWO)
    wallet.set({ switch: 'unknown', add: 'reject' })
    await controller.end()
    expect(section(TWO)).toMatchObject({ unreached: true, chosen: [] })
    expect(rows(TWO)).toEqual(listed)
    expect(active()).toBe(ONE)
    expect(asked(before)).not.toContain('eth_sendTransaction')
    expect(kit.state.toast.message).toBe('Your wallet did not switch the network')
    chooseAll(TWO)
    expect(section(TWO)?.unreached).toBe(false)
  }, 60_000)

  it('are never ended on another network than their own, where the same address can be another contract', async () => {
    const { own, section, active, approveOnBoth, asked } = await open()
    const before = await approveOnBoth()
    expect(active()).toBe(ONE)
    const ended = endAll(own, TWO, section(TWO)?.list ?? [], () => undefined)
    await expect(ended).rejects.toMatchObject({ code: 'REVOKE_CHANGED' })
    expect(asked(before)).toEqual([])
  }, 60_000)

  it('of a node that fails are said to be missing, and are read again alone', async () => {
    const { controller, rows, section, approveOnBoth } = await open()
    await approveOnBoth()
    const listed = rows(TWO)
    controller.state.sections = []
    failTwo('status')
    await controller.load()
    expect(section(ONE)).toMatchObject({ failed: false })
    expect(rows(ONE)).toContain(`DAI ${spender('1')}`)
    expect(section(TWO)).toMatchObject({ failed: true, list: undefined })
    sandbox().faults.clear()
    await controller.read(TWO)
    expect(section(TWO)?.failed).toBe(false)
    expect(rows(TWO)).toEqual(listed)
  }, 60_000)

  it('of a node that does not answer keep the others waiting neither for the list nor for the end', async () => {
    const { controller, rows, section, chooseAll, approveOnBoth } = await open()
    await approveOnBoth()
    controller.state.sections = []
    failTwo('hang')
    void controller.load()
    await waitFor(() => expect(rows(ONE)).toContain(`DAI ${spender('1')}`))
    expect(section(TWO)).toMatchObject({ failed: false, list: undefined, arrival: undefined })
    chooseAll(ONE)
    await controller.end()
    expect(rows(ONE)).toEqual([])
  }, 60_000)

  it('are shown in the order in which the nodes answer, after the active network’s', () => {
    const of = (name: string, arrival: number | undefined) => ({ name, arrival })
    const shown = inArrival([
      of('active', 2),
      of('slow', undefined),
      of('second', 1),
      of('first', 0),
      of('slower', undefined),
    ])
    expect(shown.map(({ name }) => name)).toEqual(['active', 'first', 'second', 'slow', 'slower'])
    expect(inArrival([])).toEqual([])
  })
})

describe('the networks that are asked', () => {
  const ADDRESS = spender('a')
  const on = (type?: 'smartAccount') => {
    const kit = makeKit({ networks: [network(1), network(10), solana()] }, { plugins: [manifest] })
    onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
    kit.state.networks.activeChain = 'eip155'
    kit.state.networks.eip155.caipNetwork = network(10)
    if (type)
      setAccount(kit.state.accounts, 'eip155', {
        status: 'connected',
        address: ADDRESS,
        caipAddress: `eip155:10:${ADDRESS}`,
        preferredAccountType: type,
      })
    return kit
  }
  const idsOf = (kit: ReturnType<typeof on>) =>
    networksOf(createPluginKit(kit, manifest)).map(({ caipNetworkId }) => caipNetworkId)

  it('are those of the account’s namespace, the active one first; of a smart account only the active one', () => {
    expect(idsOf(on())).toEqual([])
    const smart = on('smartAccount')
    expect(idsOf(smart)).toEqual(['eip155:10'])
    smart.state.accounts.eip155.preferredAccountType = 'eoa'
    expect(idsOf(smart)).toEqual(['eip155:10', 'eip155:1'])
  })
})
