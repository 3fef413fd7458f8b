/** Where a wallet that this page cannot reach leads, on a phone with Solana as namespace. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Wallet } from '../../../../../runtime/contracts/config.ts'
import solanaFamily from '../../../../../runtime/chains/solana/index.ts'
import { wayTo } from '../../../../../runtime/ui/screens/Connect/choose.ts'
import { makeKit, solana } from '../../../../support/kit.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const PHANTOM: Wallet = {
  id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  name: 'Phantom',
  mobile_link: 'phantom://',
}
const OTHER: Wallet = { id: 'other', name: 'Other', mobile_link: 'other://' }

beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: ANDROID })
  vi.stubGlobal('location', { href: 'https://site.example/' })
  vi.stubGlobal('window', {})
})
afterEach(() => void vi.unstubAllGlobals())

const wayOf = (wallet: Wallet) => {
  const kit = makeKit({ networks: [solana()] }, { chains: [solanaFamily] })
  const { view, platform } = wayTo(kit, { key: wallet.id, name: wallet.name, image: undefined, tag: undefined, wallet })
  return [view, platform]
}

it('goes on with a wallet whose app opens the page in its own browser', () => {
  expect(wayOf(PHANTOM)).toEqual(['ConnectingWalletConnect', 'mobile'])
})

it('shows how to get a wallet that has no such browser, and for which the page has no relay', () => {
  expect(wayOf(OTHER)).toEqual(['GetWallet', 'unsupported'])
})
