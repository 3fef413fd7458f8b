/** The modal's description of requests, apart from permits. */
import fc from 'fast-check'
import { type Abi, encodeFunctionData, erc20Abi, parseAbi, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { describe as read } from '../../../../runtime/auth/describe/index.ts'
import type { Fact, Part } from '../../../../runtime/auth/describe/described.ts'
import type { ReadTransaction } from '../../../../runtime/contracts/adapter.ts'
import { UNSAFE_METHODS } from '../../../../runtime/connectors/methods.ts'
import { approveMessages } from '../../../../runtime/auth/views/approve.messages.ts'
import { encodeBase58 } from '../../../../runtime/lib/base58.ts'

const NOW = 1_800_000_000
const where = { host: 'site.example', chain: 'eip155:1', now: NOW * 1000 }
const [TO, TOKEN, OWN] = [
  '0x1111111111111111111111111111111111111111',
  `0x${'2'.repeat(40)}`,
  `0x${'a'.repeat(40)}`,
] as const
const ask = (method: string, params: unknown) => read({ method, params }, where, () => undefined)
const one = (method: string, params: unknown) => {
  const { parts } = ask(method, params)
  const [part] = parts
  if (!part || parts.length !== 1) throw new Error('One part is expected')
  return part
}
/** A fact as a line of text, for example `to 0x11…`. */
const line = (fact: Fact) => {
  if (fact.kind === 'named') return `${fact.name}: ${fact.text}`
  const label = fact.label.replace('approve.', '')
  if (fact.kind === 'call') return `${label} ${fact.title}`
  if (fact.kind === 'address') return `${label} ${fact.address}`
  if (fact.kind === 'time') return `${label} ${String(fact.at)}`
  return fact.kind === 'text'
    ? `${label} ${fact.text}`
    : `${label} ${String(fact.amount.value)} ${fact.amount.token ?? ''}`.trim()
}
const lines = (facts: Fact[]) => facts.map(line)
const keys = (list: { key: string }[]) => list.map(({ key }) => key.replace('approve.', ''))

it.each([
  ['a tip without a cap', { maxPriorityFeePerGas: '0x5' }],
  ['a tip above the cap', { maxFeePerGas: '0x4', maxPriorityFeePerGas: '0x5' }],
  ['a gas price and a tip', { gasPrice: '0x5', maxPriorityFeePerGas: '0x5' }],
])('a transaction with %s is unreadable: its highest fee is unclear', (_name, fees) => {
  const call = { from: OWN, to: TO, value: '0x5' }
  expect(keys(one('eth_sendTransaction', [{ ...call, ...fees }]).warnings)).toEqual(['unreadable'])
})

describe('a message', () => {
  it.each([
    ['hex', toHex('Grüße 👋'), 'Grüße 👋'],
    ['plain', 'Hello', 'Hello'],
    ['hex of no text', '0xff00ff', '0xff00ff'],
    ['no bytes', '0xabc', '0xabc'],
    ['nothing', '0x', ''],
  ])('is described: %s', (_name, message, shown) => {
    expect(one('personal_sign', [message, OWN])).toMatchObject({ title: 'approve.message', message: shown })
  })

  it('that is not text is shown in hex, with a warning', () => {
    expect(keys(one('personal_sign', ['0xff', OWN]).warnings)).toEqual(['notText'])
  })

  it('with an odd number of hex digits is the text of the bytes that are signed', () => {
    const hidden = `0xa${toHex('evil.example wants you to sign in with your Ethereum account:').slice(2)}` as const
    const said = one('personal_sign', [hidden, OWN])
    expect(said.message).toMatch(/^\nevil\.example wants you/)
    expect(keys(said.warnings)).toEqual(['otherSite'])
  })

  it('that signs in at another site gets a warning', () => {
    const at = (site: string) =>
      one('personal_sign', [toHex(`${site} wants you to sign in with your Ethereum account:\n`)])
    expect(at('site.example').warnings).toEqual([])
    expect(at('https://site.example').warnings).toEqual([])
    expect(at('evil.example').warnings).toEqual([
      { key: 'approve.otherSite', isBad: true, values: { site: 'evil.example', host: 'site.example' } },
    ])
  })
})

describe('a transaction', () => {
  const send = (call: object) => one('eth_sendTransaction', [{ from: OWN, ...call }])
  it('of the native currency shows the amount exact to the last unit', () => {
    const part = send({ to: TO, value: '0x1bc16d674ec80001' })
    expect([part.title, lines(part.facts)]).toEqual(['approve.send', ['amount 2000000000000000001', `to ${TO}`]])
    expect(lines(part.details)).toEqual([`account ${OWN}`])
    expect(part.warnings).toEqual([])
  })

  const erc20: Abi = parseAbi([
    'function transfer(address,uint256)',
    'function transferFrom(address,address,uint256)',
    'function safeTransferFrom(address,address,uint256)',
    'function approve(address,uint256)',
    'function increaseAllowance(address,uint256)',
    'function setApprovalForAll(address,bool)',
    'function approve(address,address,uint160,uint48)',
  ])
  const call = (functionName: string, args: unknown[]) =>
    send({ to: TOKEN, data: encodeFunctionData({ abi: erc20, functionName, args }) })
  const unlimited = 2n ** 256n - 1n
  it.each([
    ['transfer', [TO, 5n], 'send', [`amount 5 ${TOKEN}`, `to ${TO}`], []],
    ['transferFrom', [OWN, TO, 5n], 'send', [`amount 5 ${TOKEN}`, `to ${TO}`, `from ${OWN}`], []],
    ['transferFrom', [TOKEN, TO, 5n], 'sendFrom', [`amount 5 ${TOKEN}`, `to ${TO}`, `from ${TOKEN}`], []],
    // The contract may be one of collectibles, which would send item 0.
    ['transferFrom', [OWN, TO, 0n], 'send', [`amount 0 ${TOKEN}`, `to ${TO}`, `from ${OWN}`], ['zero']],
    ['safeTransferFrom', [OWN, TO, 5n], 'sendItem', ['item 5', `to ${TO}`, `from ${OWN}`, `collection ${TOKEN}`], []],
    ['approve', [TO, 5n], 'allow', [`spender ${TO}`, `upTo 5 ${TOKEN}`], []],
    ['approve', [TO, unlimited], 'allow', [`spender ${TO}`, `upTo unlimited ${TOKEN}`], ['unlimited']],
    // The contract may be one of collectibles, which would read this as an approval of token 0.
    ['approve', [TO, 0n], 'revoke', [`spender ${TO}`, `upTo 0 ${TOKEN}`], ['zero']],
    ['increaseAllowance', [TO, 5n], 'allowMore', [`spender ${TO}`, `upTo 5 ${TOKEN}`], []],
    ['increaseAllowance', [TO, unlimited], 'allowMore', [`spender ${TO}`, `upTo unlimited ${TOKEN}`], ['unlimited']],
    ['setApprovalForAll', [TO, true], 'allowAll', [`spender ${TO}`, `collection ${TOKEN}`], ['allItems']],
    ['setApprovalForAll', [TO, false], 'revokeAll', [`spender ${TO}`, `collection ${TOKEN}`], []],
    [
      'approve',
      [OWN, TO, 2n ** 160n - 1n, NOW + 90 * 86_400],
      'allow',
      [`spender ${TO}`, `upTo unlimited ${OWN}`, `until ${NOW + 90 * 86_400}`],
      ['unlimited', 'long'],
    ],
  ])('%s(%s) is described in words', (name, args, title, facts, warnings) => {
    const part = call(name, args)
    expect({ title: part.title, facts: lines(part.facts), warnings: keys(part.warnings) }).toEqual({
      title: `approve.${title}`,
      facts,
      warnings,
    })
    expect(lines(part.details)[0]).toBe(`contract ${TOKEN}`)
  })

  it('to an unknown contract shows its data with a warning', () => {
    const part = send({ to: TOKEN, data: '0x12345678', value: '0x1' })
    expect([part.title, lines(part.facts), keys(part.warnings)]).toEqual([
      'approve.call',
      ['amount 1', `to ${TOKEN}`],
      ['unknown'],
    ])
    expect(lines(part.details)).toContain('data 0x12345678')
  })

  it.each([
    ['cut short', '0xa9059cbb'],
    ['an address that is too long', `0xa9059cbb${'f'.repeat(128)}`],
  ])('with a malformed call is not described as a token call: %s', (_name, data) => {
    expect(send({ to: TOKEN, data }).title).toBe('approve.call')
  })

  it('that also pays a token’s contract shows both amounts', () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [TO, 5n] })
    expect(lines(send({ to: TOKEN, data, value: '0x7' }).facts)).toContain('value 7')
  })

  it('without a receiver is described as a contract creation', () => {
    expect(send({ data: '0x6000' }).title).toBe('approve.create')
  })
})

it('a transfer in the name of the account that signs is a send, whoever is named by the request or known already', () => {
  const data = encodeFunctionData({
    abi: parseAbi(['function transferFrom(address,address,uint256)']),
    functionName: 'transferFrom',
    args: [OWN, TO, 5n],
  })
  const titles = (method: string, params: unknown, account?: string) =>
    read({ method, params }, { ...where, account }, () => undefined).parts.map(({ title }) => title)
  const call = { to: TOKEN, data }
  expect(titles('eth_sendTransaction', [call], OWN)).toEqual(['approve.send'])
  expect(titles('eth_sendTransaction', [call])).toEqual(['approve.sendFrom'])
  expect(titles('eth_sendTransaction', [{ ...call, from: TO }], OWN)).toEqual(['approve.sendFrom'])
  expect(titles('wallet_sendCalls', [{ from: OWN, calls: [call, call] }])).toEqual(['approve.send', 'approve.send'])
})

describe('a batch', () => {
  const calls = [
    { to: TO, value: '0x1' },
    { to: TOKEN, data: '0x12345678' },
  ]
  it('lists its calls with a count', () => {
    const told = ask('wallet_sendCalls', [{ calls, chainId: '0x1' }])
    expect([told.title, told.count, told.parts.map(({ title }) => title), told.warnings]).toEqual([
      'approve.batch',
      2,
      ['approve.send', 'approve.call'],
      [],
    ])
  })
  it('for another network gets a warning', () => {
    expect(keys(ask('wallet_sendCalls', [{ calls, chainId: '0xa' }]).warnings)).toEqual(['otherChain'])
  })
  it('with an invalid call is unreadable', () => {
    expect(keys(one('wallet_sendCalls', [{ calls: [...calls, { to: 'x' }] }]).warnings)).toEqual(['unreadable'])
  })
})

describe('a permission', () => {
  const grant = (permissions: object[], expiry: unknown = NOW + 3600) =>
    one('wallet_grantPermissions', [{ expiry, signer: { type: 'account', data: { id: TO } }, permissions }])
  it('shows its contract, limit and expiry', () => {
    const data = { address: TOKEN, valueLimit: '0x64', functions: [{ selector: '0x12345678' }] }
    const part = grant([{ type: 'contract-call', data }])
    expect(lines(part.facts).slice(0, 4)).toEqual([
      `until ${NOW + 3600}`,
      'may contract-call',
      `on ${TOKEN}`,
      'upTo 100',
    ])
    expect(lines(part.facts)[4]).toContain('0x12345678')
    expect(keys(part.warnings)).toEqual(['noMoreAsking'])
    expect(lines(part.details)[0]).toContain(TO)
  })
  it('without a contract, or with a long duration, gets a red warning', () => {
    const part = grant([{ type: 'native-token-transfer', data: { allowance: '1' } }], NOW + 40 * 86_400)
    expect(keys(part.warnings.filter(({ isBad }) => isBad))).toEqual(['anywhere', 'long'])
  })
  it('can be a revocation', () => {
    expect(one('wallet_revokePermissions', [{ permissionsContext: TO }]).title).toBe('approve.takeBack')
  })
})

describe('Solana', () => {
  const bytes = new TextEncoder().encode('Hello from here')
  it('shows messages decoded from base58', () => {
    expect(one('solana_signMessage', { message: encodeBase58(bytes), pubkey: 'x' }).message).toBe('Hello from here')
  })
  it('shows the size of a transaction that it cannot read', () => {
    const part = one('solana_signTransaction', { transaction: btoa('x'.repeat(100)) })
    expect([part.title, lines(part.facts), keys(part.warnings)]).toEqual(['approve.solana', ['size 100'], ['unknown']])
  })
  const reader = () => ({
    payer: 'Payer',
    fee: 5000n,
    steps: [
      { to: 'Receiver', value: 5n },
      { program: 'Budget', isHarmless: true },
    ],
  })
  it('shows one transfer, and counts several', () => {
    const told = (params: unknown) => read({ method: 'solana_signAllTransactions', params }, where, reader)
    const [part] = told({ transactions: ['AAAA'] }).parts
    expect([part?.title, lines(part?.facts ?? []), part?.warnings]).toEqual([
      'approve.send',
      ['amount 5', 'to Receiver', 'fee 5000'],
      [],
    ])
    expect(told({ transactions: ['AAAA', 'AAAA'] })).toMatchObject({ title: 'approve.many', count: 2 })
  })
})

describe('a hostile Solana transaction', () => {
  const shown = (fee: bigint, ...steps: ReadTransaction['steps']) =>
    read({ method: 'solana_signTransaction', params: { transaction: 'AAAA' } }, where, () => ({
      payer: 'P',
      fee,
      steps,
    })).parts[0] as Part
  const red = ({ warnings }: Part) => warnings.filter(({ isBad }) => isBad)
  it.each([
    ['an unlimited allowance', [{ spender: 'Thief', value: 2n ** 64n - 1n, token: 'Mint' }], 'unlimited'],
    ['a new authority', [{ authority: 'Thief', account: 'Mine' }], 'passedOn'],
    ['an unknown program', [{ program: 'Thief', isHarmless: false }], 'unknown'],
  ])('names the other side in red: %s', (_name, steps, key) => {
    const part = shown(5000n, ...steps)
    expect(keys(red(part))).toEqual([key])
    expect(lines(part.facts).join()).toContain('Thief')
  })
  it('that does not expire says so in red', () => {
    const lasting = read({ method: 'solana_signTransaction', params: { transaction: 'AAAA' } }, where, () => ({
      payer: 'P',
      fee: 5000n,
      isLasting: true,
      steps: [{ to: 'Friend', value: 1n }],
    })).parts[0] as Part
    expect(keys(red(lasting))).toEqual(['lasting'])
  })
  it('has a red fee when it is out of proportion, and an honest one is not red', () => {
    expect(keys(red(shown(10_000_001n)))).toEqual(['highFee'])
    expect(red(shown(5000n, { to: 'Friend', value: 1n }))).toEqual([])
    expect(red(shown(5000n, { spender: 'Shop', value: 1n, token: 'Mint' }))).toEqual([])
  })
})

describe('any request', () => {
  const anything = fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 4 })
  const values = fc.oneof(
    anything,
    fc.array(anything),
    fc.record({ calls: fc.array(anything), to: anything, data: anything }),
  )
  it('is described with a text for each part, and nothing throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...UNSAFE_METHODS), values, (method, params) => {
        for (const given of [params, [params], [OWN, params]]) {
          const { title, parts, warnings } = ask(method, given)
          expect(parts.length).toBeGreaterThan(0)
          for (const key of [
            title,
            ...[...parts, ...[]].flatMap((part) => [part.title, ...keysOf(part.facts), ...keysOf(part.details)]),
          ])
            expect(approveMessages).toHaveProperty([key])
          for (const { key } of [...warnings, ...parts.flatMap((part) => part.warnings)])
            expect(approveMessages).toHaveProperty([key])
        }
      }),
      { numRuns: 1000 },
    )
  })
  const keysOf = (facts: Fact[]) => facts.flatMap((fact) => (fact.kind === 'named' ? [] : fact.label))
})

describe('a change of the email address', () => {
  it('names the new address, and is unreadable without one', () => {
    const { title, facts } = one('UPDATE_EMAIL', { email: 'new@example.com' })
    expect([title, lines(facts)]).toEqual(['approve.email', ['to new@example.com']])
    expect(keys(one('UPDATE_EMAIL', {}).warnings)).toEqual(['unreadable'])
  })
})
