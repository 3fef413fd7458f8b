/** Ending approvals beside contracts of strangers, which logged approvals in the account's name. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseCode, readCode } from '../../../plugins/approvals/code.ts'
import createApprovalsController from '../../../plugins/approvals/controller.ts'
import manifest from '../../../plugins/approvals/index.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import type { InstallOptions } from '../../../runtime/test/index.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { deployStrange } from '../../support/strangeToken.ts'

const sandbox = useSandbox()
const SPENDER = `0x${'7'.repeat(40)}`

async function open(wallet?: Partial<InstallOptions>) {
  const kit = makeKit(sandboxConfig(sandbox()), { plugins: [manifest] })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const test = testConnector(sandbox(), wallet)
  await connect(kit, test.connector)
  const own = createPluginKit(kit, manifest)
  const controller = createApprovalsController({ kit: own })
  const { address = '' } = own.account()
  const dai =
    sandbox()
      .tokens.find(({ symbol }) => symbol === 'DAI')
      ?.address.toLowerCase() ?? ''
  const approve = async () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [SPENDER as Hex, 5n] })
    await own.chain.waitForTransaction(await own.chain.sendTransaction({ to: dai, data }))
  }
  let before = 0
  const section = () => controller.state.sections[0]
  const network = own.network()?.caipNetworkId ?? ''
  const tokens = () => (section()?.list ?? []).map(({ token }) => token).sort()
  const endThese = async (...wanted: string[]) => {
    await controller.load()
    for (const { key, token } of section()?.list ?? []) if (wanted.includes(token)) controller.choose(network, key)
    expect(section()?.chosen).toHaveLength(wanted.length)
    before = test.wallet.requests.length
    await controller.end()
  }
  /** The addresses that the wallet was asked to call. */
  const called = () => {
    const asked = test.wallet.requests
      .slice(before)
      .filter(({ method }) => /^(eth_sendTransaction|wallet_sendCalls)$/.test(method))
    return asked.map(({ params }) =>
      (JSON.stringify(params).match(/"to":"0x\w{40}"/gi) ?? []).map((to) => to.slice(6, 48)),
    )
  }
  return { kit, own, controller, section, address, dai, approve, tokens, endThese, called }
}
const batching = () => ({ batch: sandbox().smartAccounts.implementation })

describe.each([
  ['in one batch', batching],
  ['one by one', () => ({})],
])('ending approvals %s', (_how, wallet) => {
  for (const mode of ['reverts', 'burns', 'doubts'] as const)
    it(`ends the real one beside a contract that ${mode}`, async () => {
      const { kit, address, dai, approve, tokens, endThese, called } = await open(wallet())
      const strange = await deployStrange(sandbox(), address, mode)
      await approve()
      await endThese(strange, dai)
      expect(tokens()).not.toContain(dai)
      expect(tokens()).toContain(strange)
      expect(kit.state.toast.message).toMatch(/^Not ended, because the contract refuses it or is no token: 0x/)
      // Only a contract that hides what it does is called at all.
      expect(
        called()
          .flat()
          .map((to) => to.toLowerCase())
          .includes(strange),
      ).toBe(mode === 'doubts')
    })
})

describe('a contract that', () => {
  it('is no token is not called', async () => {
    const { address, endThese, called, kit } = await open()
    const strange = await deployStrange(sandbox(), address, 'quiet', false)
    await endThese(strange)
    expect(called()).toEqual([])
    expect(kit.state.toast.message).toMatch('Not ended')
  })

  it('says yes and ends nothing is not told as ended', async () => {
    const { address, endThese, called, kit } = await open()
    const strange = await deployStrange(sandbox(), address, 'quiet')
    await endThese(strange)
    expect(called().flat()).toHaveLength(1)
    expect(kit.state.toast.message).toMatch('Not ended')
  })
})

describe('an account that runs a contract’s code (EIP-7702)', () => {
  it('is told with the contract’s address', async () => {
    const { own, controller, section, approve, address } = await open({
      ...batching(),
      keys: [sandbox().accounts[2]?.privateKey ?? '0x'],
    })
    await controller.load()
    expect(section()?.runs).toBeUndefined()
    await own.chain.runCalls([1n, 2n].map((value) => ({ to: address, value })))
    await approve()
    await controller.load()
    expect(section()?.runs).toBe(sandbox().smartAccounts.implementation.toLowerCase())
  })

  it('is read from the account’s code, and nothing else is taken for it', async () => {
    const contract = 'ab'.repeat(20)
    expect(parseCode(`0xEF0100${contract}`)).toBe(`0x${contract}`)
    for (const code of ['0x', `0xef0100${contract}00`, `0xef0200${contract}`, '0x6000', undefined, 7])
      expect(parseCode(code)).toBeUndefined()
    await expect(readCode({ request: async () => null }, SPENDER)).rejects.toThrow('no code')
  })
})
