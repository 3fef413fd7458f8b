import { describe, expect, it } from 'vitest'
import { CONNECTOR_IDS, CONNECTOR_NAMES, type Connector } from '../../../runtime/contracts/connector.ts'
import { isVisible, mergeNamespaces, visibleConnectors } from '../../../runtime/wallets/visible.ts'

const connector = (fields: Partial<Connector>): Connector => ({
  id: 'injected',
  name: 'Browser Wallet',
  type: 'INJECTED',
  chain: 'eip155',
  chains: [],
  driver: () => import('../../../runtime/chains/eip155/driver.ts'),
  ...fields,
})
const announced = (rdns: string, fields: Partial<Connector> = {}) =>
  connector({ id: rdns, name: rdns, type: 'ANNOUNCED', info: { rdns }, ...fields })
const named = connector({ name: 'Example', info: { rdns: 'io.example' } })
const desktop = { mobile: false, walletInstalled: true }

describe('the hide rules', () => {
  it('hide an injected "Browser Wallet" on desktop only [S5.hide.01]', () => {
    expect(isVisible(connector({}), desktop)).toBe(false)
    expect(isVisible(connector({}), { ...desktop, mobile: true })).toBe(true)
  })

  it('hide an injected one without an rdns while no wallet is installed [S5.hide.02]', () => {
    const nameless = connector({ name: 'Some Wallet' })
    for (const mobile of [false, true]) expect(isVisible(nameless, { mobile, walletInstalled: false })).toBe(false)
    expect(isVisible(nameless, desktop)).toBe(true)
    expect(isVisible(named, { mobile: false, walletInstalled: false })).toBe(true)
  })

  it('hide an excluded rdns [S5.hide.03]', () => {
    const rules = { ...desktop, excludedRdns: ['io.bad'] }
    expect(isVisible(announced('io.bad'), rules)).toBe(false)
    expect(isVisible(announced('IO.Bad'), rules)).toBe(false)
    expect(isVisible(announced('io.good'), rules)).toBe(true)
  })

  it('hide if and only if one of them holds [S5.hide.04]', () => {
    for (const type of ['INJECTED', 'ANNOUNCED'] as const)
      for (const name of ['Browser Wallet', 'Other'])
        for (const rdns of [undefined, 'io.bad', 'io.good'])
          for (const mobile of [false, true])
            for (const walletInstalled of [false, true]) {
              const one = connector({ id: 'x', type, name, ...(rdns ? { info: { rdns } } : {}) })
              const first = type === 'INJECTED' && name === 'Browser Wallet' && !mobile
              const second = type === 'INJECTED' && rdns === undefined && !walletInstalled
              const third = rdns === 'io.bad'
              const visible = isVisible(one, { mobile, walletInstalled, excludedRdns: ['io.bad'] })
              expect(visible).toBe(!(first || second || third))
            }
  })

  it('exclude nothing unless the option says so [S5.hide.05]', () => {
    expect(isVisible(announced('io.bad'), desktop)).toBe(true)
    expect(
      visibleConnectors([announced('io.bad'), announced('io.good')], { ...desktop, excludedRdns: ['io.bad'] }),
    ).toEqual([expect.objectContaining({ id: 'io.good' })])
  })
})

describe('one wallet, one row', () => {
  it('drops second entries of an rdns or a catalogue id, and window.ethereum of an announced wallet', () => {
    const provider = { request: async () => null }
    const list = [
      announced('io.metamask', { provider }),
      announced('io.metamask.mobile'),
      announced('io.other', { explorerId: 'abc' }),
      connector({ id: 'abc', name: 'Other', type: 'EXTERNAL', explorerId: 'abc' }),
      connector({ provider }),
    ]
    const shown = visibleConnectors(list, { mobile: true, walletInstalled: true })
    expect(shown.map(({ id }) => id)).toEqual(['io.metamask', 'io.other'])
  })

  it('joins the same wallet of two namespaces into MULTI_CHAIN [S3.ctype.01]', () => {
    const evm = announced('com.trust', { name: 'Trust Wallet' })
    const solana = connector({ id: 'Trust', name: 'Trust', type: 'ANNOUNCED', chain: 'solana' })
    const other = announced('io.other')
    const rows = mergeNamespaces([evm, other, solana])
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ type: 'MULTI_CHAIN', name: 'Trust Wallet', connectors: [evm, solana] })
    expect(rows[1]).toBe(other)
  })

  it('puts EVM first and shows the picture that one of them has', () => {
    const evm = announced('com.trust', { name: 'Trust Wallet' })
    const solana = connector({
      id: 'Trust',
      name: 'Trust',
      type: 'ANNOUNCED',
      chain: 'solana',
      imageUrl: 'data:image/png,',
    })
    const [row] = mergeNamespaces([solana, evm])
    expect(row).toMatchObject({ id: 'com.trust', imageUrl: 'data:image/png,', connectors: [evm, solana] })
  })

  it('keeps two wallets of one name apart within a namespace, and AUTH as AUTH', () => {
    expect(mergeNamespaces([announced('a.a', { name: 'X' }), announced('b.b', { name: 'X' })])).toHaveLength(2)
    const auth = connector({ id: 'ID_AUTH', name: 'Email', type: 'AUTH' })
    expect(mergeNamespaces([auth, { ...auth, chain: 'solana' }])).toEqual([
      expect.objectContaining({ type: 'AUTH', id: 'ID_AUTH' }),
    ])
  })
})

describe('well-known connectors', () => {
  it('have ids: relay, injected, announced, Coinbase [S3.cid.01] [S3.cid.02] [S3.cid.03] [S3.cid.04] [S3.cid.05]', () => {
    const ids = Object.values(CONNECTOR_IDS)
    expect(ids).toEqual(
      expect.arrayContaining(['walletConnect', 'injected', 'announced', 'coinbaseWallet', 'coinbaseWalletSDK']),
    )
  })

  it('have ids: Safe, Ledger, OKX, EIP-6963 [S3.cid.06] [S3.cid.07] [S3.cid.08] [S3.cid.09]', () => {
    expect(Object.values(CONNECTOR_IDS)).toEqual(
      expect.arrayContaining(['safe', 'ledger', 'okx', 'eip6963', 'ID_AUTH']),
    )
  })

  it('have fixed names', () => {
    expect(CONNECTOR_NAMES).toEqual({
      injected: 'Browser Wallet',
      walletConnect: 'WalletConnect',
      coinbaseWallet: 'Coinbase',
      coinbaseWalletSDK: 'Coinbase',
      ledger: 'Ledger',
      safe: 'Safe',
    })
  })
})
