import { expect, it } from 'vitest'
import { explorerAddressUrl, explorerTransactionUrl } from '../../../runtime/contracts/network.ts'
import { network } from '../../support/kit.ts'

it('builds explorer links from the network’s explorer [S3.network.07]', () => {
  const one = { ...network(1), blockExplorers: { default: { name: 'E', url: 'https://e.example/' } } }
  expect(explorerAddressUrl(one, '0xabc')).toBe('https://e.example/address/0xabc')
  expect(explorerTransactionUrl(one, '0xdef')).toBe('https://e.example/tx/0xdef')
  const { blockExplorers: _, ...without } = one
  expect(explorerAddressUrl(without, '0xabc')).toBeUndefined()
})
