import { expect, it } from 'vitest'
import { isSpamToken } from '../../../runtime/data/spamToken.ts'

const token = (name: string, symbol = 'T', price = 0) => ({ name, symbol, price, address: 'eip155:1:0x1' as const })

it.each([
  'Claim 5000 USDC at reward.example',
  'Visit uniswap-v4.xyz',
  'ETH Airdrop',
  '$1000 https://x.y',
  'free.gift.example',
])('a token without a price called %j is a lure', (name) => {
  expect(isSpamToken(token(name))).toBe(true)
  expect(isSpamToken(token('Token', name))).toBe(true)
})

it.each(['Sandbox Dollar', 'Dai Stablecoin', 'USD Coin v2.0', 'Wrapped St. ETH', 'Rewarding'])('%j is none', (name) => {
  expect(isSpamToken(token(name))).toBe(false)
})

it('neither is a token that has a price, nor the network’s own currency', () => {
  expect(isSpamToken(token('yearn.finance', 'YFI', 6000))).toBe(false)
  expect(isSpamToken({ name: 'claim.example', symbol: 'T', price: 0 })).toBe(false)
})

it('while the price is unknown, the name of a page alone does not make a lure, but a promise does', () => {
  expect(isSpamToken({ ...token('yearn.finance', 'YFI'), price: undefined })).toBe(false)
  expect(isSpamToken({ ...token('Claim 5000 USDC at reward.example'), price: undefined })).toBe(true)
})
