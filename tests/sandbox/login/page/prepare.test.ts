/** What the frame reads from the chain, and adds to a request's description. */
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { approvalText } from '../../../support/approvalText.ts'
import { prepareRequest } from '../../../../sandbox/login/page/prepare.ts'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TOKEN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const THIEF = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const AROUND = {
  origin: 'https://site.example',
  network: { caip: 'eip155:31337', name: 'Sandbox', symbol: 'ETH' },
  now: 0,
  t: approvalText,
  user: async () => ({ address: OWN }) as never,
}

describe('an approval of zero', () => {
  const prepared = async (decimals: string) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [THIEF, 0n] })
    const read = async (method: string, params: unknown[]) =>
      method === 'eth_call' && JSON.stringify(params).includes('0x313ce567') ? decimals : '0x'
    const { shown } = await prepareRequest('eth_sendTransaction', [{ from: OWN, to: TOKEN, data, value: '0x0' }], {
      ...AROUND,
      read,
    })
    return shown
  }

  it('takes back what a token allowed, if the chain says that the contract counts as a token does', async () => {
    const { title, warnings } = await prepared(toHex(6, { size: 32 }))
    expect(title).toBe('Stop somebody taking your tokens')
    expect(warnings.map(({ text }) => text)).not.toContainEqual(expect.stringContaining('number 0'))
  })

  it('gets a red warning if the contract may hold collectibles: the one with number 0 would be given away', async () => {
    const { warnings } = await prepared('0x')
    expect(warnings).toContainEqual({ text: expect.stringContaining('number 0') as string, bad: true })
  })
})

describe('a number that may be that of a collectible', () => {
  const EIGHTEEN = `0x${(18).toString(16).padStart(64, '0')}`
  const YES = `0x${'1'.padStart(64, '0')}`
  const warnings = async (functionName: 'approve' | 'transferFrom', decimals: string, isCollection = '0x') => {
    const data =
      functionName === 'approve'
        ? encodeFunctionData({ abi: erc20Abi, functionName, args: [THIEF, 3n] })
        : encodeFunctionData({ abi: erc20Abi, functionName, args: [OWN, THIEF, 3n] })
    const read = async (method: string, params: unknown[]) => {
      const asked = method === 'eth_call' ? JSON.stringify(params) : ''
      return asked.includes('0x313ce567') ? decimals : asked.includes('0x01ffc9a7') ? isCollection : '0x'
    }
    const { shown } = await prepareRequest('eth_sendTransaction', [{ from: OWN, to: TOKEN, data, value: '0x0' }], {
      ...AROUND,
      read,
    })
    return shown.warnings.filter(({ bad }) => bad).map(({ text }) => text)
  }
  it.each(['approve', 'transferFrom'] as const)('is red in a call of %s, and is not for a token', async (name) => {
    const red = expect.stringContaining('that of one of them') as string
    expect(await warnings(name, '0x')).toContainEqual(red)
    expect(await warnings(name, EIGHTEEN, YES)).toContainEqual(red)
    expect(await warnings(name, EIGHTEEN)).not.toContainEqual(red)
  })
})

describe('a contract that is a token and a collection', () => {
  const [EIGHTEEN, ZERO] = [18n, 0n].map((value) => toHex(value, { size: 32 })) as [string, string]
  const shownOf = async (functionName: 'approve' | 'transferFrom', number: bigint) => {
    const data =
      functionName === 'approve'
        ? encodeFunctionData({ abi: erc20Abi, functionName, args: [THIEF, number] })
        : encodeFunctionData({ abi: erc20Abi, functionName, args: [OWN, THIEF, number] })
    // ERC-404: decimals, and approvals of single items.
    const read = async (_method: string, params: unknown[]) => {
      const asked = JSON.stringify(params)
      return asked.includes('0x313ce567') ? EIGHTEEN : asked.includes('0x081812fc') ? ZERO : '0x'
    }
    const request = [{ from: OWN, to: TOKEN, data, value: '0x0' }]
    return (await prepareRequest('eth_sendTransaction', request, { ...AROUND, read })).shown
  }

  it.each(['approve', 'transferFrom'] as const)('shows the number of %s as it is, with a red warning', async (name) => {
    const { fields, warnings } = await shownOf(name, 5n)
    expect(warnings).toContainEqual({ text: expect.stringContaining('holds collectibles too') as string, bad: true })
    expect(fields.map(({ value }) => value).join()).toContain('5 smallest units')
    expect(fields.map(({ value }) => value).join()).not.toContain('0.000000000000000005')
  })

  it.each(['approve', 'transferFrom'] as const)('may give away item 0 with %s, in red', async (name) => {
    const { warnings } = await shownOf(name, 0n)
    expect(warnings).toContainEqual({ text: expect.stringContaining('number 0') as string, bad: true })
  })
})

describe('a batch', () => {
  const IN_TURN = 'A later call can fail after the ones before it were made and paid.'
  const SMART = THIEF
  const shownOf = async (from: string | undefined, count: number) => {
    const calls = Array.from({ length: count }, () => ({ to: TOKEN, value: '0x1' }))
    const user = async () =>
      ({
        address: OWN,
        accounts: [
          { address: OWN, type: 'eoa' },
          { address: SMART.toLowerCase(), type: 'smartAccount' },
        ],
      }) as never
    const batch = [{ ...(from && { from }), calls, atomicRequired: false }]
    const { shown } = await prepareRequest('wallet_sendCalls', batch, { ...AROUND, user, read: async () => '0x1' })
    return { title: shown.title, warnings: shown.warnings }
  }

  it.each([
    ['that the request names', OWN],
    ['that is the preferred one', undefined],
  ])('of the key’s own account %s says that its calls go one after another, and what that means', async (_, from) => {
    expect(await shownOf(from, 2)).toEqual({
      title: 'Make 2 calls, one after another',
      warnings: [{ text: IN_TURN }],
    })
  })

  it('of the smart account says that all are made at once', async () => {
    expect(await shownOf(SMART, 2)).toEqual({ title: 'Make 2 calls at once', warnings: [] })
  })

  it('with one call says neither', async () => {
    expect(await shownOf(OWN, 1)).toEqual({ title: 'Send', warnings: [] })
  })
})

describe('a fee that is unknown', () => {
  const feeShown = async (read: (method: string) => Promise<unknown>) => {
    const { shown } = await prepareRequest('eth_sendTransaction', [{ from: OWN, to: TOKEN, value: '0x1' }], {
      ...AROUND,
      read,
    })
    return JSON.stringify(shown)
  }
  const FAILS = 'the network says that this would fail now'

  it('says that the transaction would fail if the node refuses to estimate it', async () => {
    expect(
      await feeShown(async (method) => {
        if (method === 'eth_estimateGas') throw new Error('execution reverted')
        return '0x1'
      }),
    ).toContain(FAILS)
  })

  it('says no such thing if the node answers nothing', async () => {
    const shown = await feeShown(() => Promise.reject(new Error('the node does not answer')))
    expect(shown).toContain('Unknown')
    expect(shown).not.toContain(FAILS)
  })
})
