import { describe, expect, it } from 'vitest'
import { parsePermission, type Permission } from '../../../plugins/smart-sessions/permission.ts'
import { readReach, takesAll } from '../../../plugins/smart-sessions/reach.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { makeKit, sandboxConfig, testConnector } from '../../support/kit.ts'
import { useSandbox } from '../../support/sandbox.ts'

const sandbox = useSandbox()
const usdc = () => sandbox().tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)?.address ?? ''
const permission = (type: string, data: object): Permission => {
  const found = parsePermission({ type, data })
  if (!found) throw new Error('It is valid')
  return found
}
const native = (allowance: bigint) =>
  permission('native-token-recurring-allowance', { allowance: String(allowance), period: '1d' })
const token = (allowance: bigint, address = usdc()) =>
  permission('erc20-recurring-allowance', { address, allowance: String(allowance), period: '1d' })

describe('what a session could take at once', () => {
  it('is all of a balance from exactly that amount on', () => {
    const held = { amount: 10n, decimals: 0, symbol: 'X' }
    expect([9n, 10n, 11n].map((allowance) => takesAll(native(allowance), held))).toEqual([false, true, true])
    expect(takesAll(native(11n), { ...held, amount: 0n })).toBe(false)
    expect(takesAll(permission('contract-call', { address: usdc() }), held)).toBe(false)
  })

  it('is read from the chain, and left out where the chain does not say it', async () => {
    const kit = makeKit(sandboxConfig(sandbox()))
    await connect(kit, testConnector(sandbox()).connector)
    const pluginKit = createPluginKit(kit, { id: 'smart-sessions', feature: 'smartSessions', engine: '^0.1' })
    const read = (...permissions: Permission[]) => readReach(pluginKit, permissions)
    expect(await read(native(10n ** 18n), token(2_500_000_000n))).toEqual([])
    expect(await read(native(10n ** 23n), token(2_500_123_457n))).toEqual(['10000 ETH', '2500.123457 USDC'])
    expect(await read(token(10n ** 30n, `0x${'1'.repeat(40)}`))).toEqual([])
  })
})
