import { getWallets } from '@wallet-standard/app'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Connector } from '../../../runtime/contracts/connector.ts'
import { discoverStandard } from '../../../runtime/connectors/walletStandard.ts'
import { createStandardWallet, register } from '../chains/solana/wallet.ts'
import { stubPage } from '../lib/page.ts'

stubPage()
const driver = () => import('../../../runtime/chains/solana/driver.ts')
const listen = (serves: () => boolean = () => true) => {
  const found: Connector[] = []
  return { found, stop: discoverStandard('solana', serves, (connector) => found.push(connector), driver) }
}
/** Registers a wallet once, now. */
const come = (wallet: unknown) => {
  const give = (api: { register: (wallet: unknown) => void }) => api.register(wallet)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: give }))
}
const plain = (changes: object = {}) => ({ name: 'Example', chains: [], accounts: [], features: {}, ...changes })

describe('registered wallets', () => {
  it('become connectors by their name', () => {
    const { found } = listen()
    const { wallet } = createStandardWallet({ name: 'Phantom' })
    register(wallet)
    const [connector] = found
    expect(connector).toMatchObject({ id: 'Phantom', name: 'Phantom', type: 'ANNOUNCED', chain: 'solana' })
    expect(connector?.imageUrl).toBe(wallet.icon)
    expect(connector?.provider).toBe(wallet)
    expect(Object.isFrozen(connector) && Object.isFrozen(connector?.info)).toBe(true)
    expect(Object.isFrozen(wallet)).toBe(false)
  })

  it('are found whether they came first or later, until the search ends', () => {
    register(plain({ name: 'Early' }))
    const { found, stop } = listen()
    register(plain({ name: 'Late' }))
    expect(found.map(({ id }) => id)).toEqual(['Early', 'Late'])
    stop()
    register(plain({ name: 'After' }))
    expect(found).toHaveLength(2)
  })

  it('are those that another library of the standard sees', () => {
    vi.stubGlobal('window', { addEventListener, removeEventListener, dispatchEvent })
    register(createStandardWallet({ name: 'Early' }).wallet)
    const { found } = listen()
    const other = getWallets()
    register(createStandardWallet({ name: 'Late' }).wallet)
    expect(found.map(({ provider }) => provider)).toEqual([...other.get()])
  })

  it('with a taken name change nothing: the first one stays', () => {
    const { found } = listen()
    const first = plain()
    register(first)
    register(plain({ name: ' Example\u200b' }))
    register(first)
    expect(found.map(({ provider }) => provider)).toEqual([first])
  })

  it('of another namespace are left out', () => {
    const { found } = listen(() => false)
    register(plain())
    expect(found).toEqual([])
  })

  it('may come several in one call, and unregister without an error', () => {
    const { found } = listen()
    const give = (api: { register: (...wallets: unknown[]) => () => void }) =>
      api.register(plain({ name: 'One' }), plain({ name: 'Two' }))()
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: give }))
    expect(found.map(({ id }) => id)).toEqual(['One', 'Two'])
  })

  it.each([
    ['nothing', undefined],
    ['no name', plain({ name: undefined })],
    ['a name of blanks', plain({ name: ' \u200b\u202e ' })],
    ['a name of ours', plain({ name: 'WalletConnect' })],
    ['an id of ours', plain({ name: 'ID_AUTH' })],
    ['no chains', plain({ chains: 'solana:mainnet' })],
    ['no accounts', plain({ accounts: undefined })],
    ['no features', plain({ features: undefined })],
    [
      'a throwing getter',
      {
        ...plain(),
        get name() {
          throw new Error('hostile')
        },
      },
    ],
  ])('with %s are dropped', (_what, hostile) => {
    const { found } = listen()
    expect(() => register(hostile)).not.toThrow()
    expect(found).toEqual([])
  })

  it('whose namespace cannot be told are dropped', () => {
    const { found } = listen(() => {
      throw new Error('hostile')
    })
    expect(() => register(plain())).not.toThrow()
    expect(found).toEqual([])
  })

  it.each([
    ['a remote icon', 'https://example.com/icon.png'],
    ['a script', 'javascript:alert(1)'],
    ['a page', 'data:text/html,<script>alert(1)</script>'],
    ['5 MB', `data:image/png;base64,${'A'.repeat(5_000_000)}`],
    ['no icon', undefined],
  ])('with %s are listed without an image', (_what, icon) => {
    const { found } = listen()
    register(plain({ icon }))
    expect(found).toHaveLength(1)
    expect(found[0]).not.toHaveProperty('imageUrl')
  })

  it('are 64 at most, and a thousand registrations are quick', () => {
    const { found } = listen()
    const start = performance.now()
    for (let at = 0; at < 1000; at++) {
      come(plain({ name: `Wallet ${at}` }))
    }
    expect(performance.now() - start).toBeLessThan(1000)
    expect(found).toHaveLength(64)
  })

  it('of any shape never break the page, and what is found is fit to be shown', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.record(
            { name: fc.anything(), icon: fc.anything(), chains: fc.anything(), accounts: fc.anything() },
            { requiredKeys: [] },
          ),
          fc.record({
            name: fc.array(fc.integer({ max: 0xffff, min: 0 })).map((units) => String.fromCharCode(...units)),
            icon: fc.string(),
            chains: fc.array(fc.anything()),
            accounts: fc.array(fc.anything()),
            features: fc.object(),
          }),
        ),
        fc.anything(),
        (wallet, detail) => {
          const { found, stop } = listen()
          come(wallet)
          dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
          stop()
          for (const { id, name, imageUrl = 'data:image/' } of found) {
            expect(id).toBe(name)
            expect(name).toMatch(/\S/)
            expect(name).not.toMatch(/[\p{Cc}\p{Cf}]/u)
            expect(imageUrl.startsWith('data:image/')).toBe(true)
          }
        },
      ),
    )
  })
})
