/** The frame's description of a request contains everything that is signed, and nothing else. */
import {
  createApproveInstruction,
  createCloseInstruction,
  createSetAuthorityInstruction,
  createTransferInstruction,
  AuthorityType,
} from './splInstructions.ts'
import {
  ComputeBudgetProgram,
  Keypair,
  type PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { base58 } from '@scure/base'
import { encodeFunctionData, erc20Abi, parseEther, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { describe as read, type Described } from '../../../../sandbox/login/page/describe.ts'
import { describeTransaction } from '../../../../sandbox/login/page/describeSolana.ts'
import { approvalText } from '../../../support/approvalText.ts'
import { networkOf } from '../../../../sandbox/login/page/network.ts'

const SOLANA = 'solana:2JfSSDz72LiQFoQu12htyQsvtH5XHxPh'
const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const TOKEN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const THIEF = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const NOW = 1_800_000_000_000
const on = (caip: string) => ({
  host: 'site.example',
  network: { caip, name: 'Sandbox', symbol: 'ETH' },
  now: NOW,
  t: approvalText,
  transactionOfSolana: describeTransaction,
})
const evm = (method: string, params: unknown) => read(method, params, on('eip155:31337'))
const onSolana = (method: string, params: unknown) => read(method, params, on(SOLANA))
const text = ({ fields, warnings }: Described) =>
  [...fields.map(({ label, value }) => `${label}: ${value}`), ...warnings.map((each) => each.text)].join('\n')
const red = ({ fields, warnings }: Described) => [
  ...warnings.filter(({ bad }) => bad).map((each) => each.text),
  ...fields.filter(({ bad }) => bad).map(({ value }) => value),
]

describe('a message', () => {
  const phishing = `evil.example wants you to sign in with your Ethereum account:\n${OWN}\n\n`
  it.each([
    ['plain', phishing],
    ['hex', toHex(phishing)],
    ['hex with a replacement character', toHex(`${phishing}\uFFFD`)],
    ['hex with bytes that are no text', `${toHex(phishing)}ff`],
    ['hex with control characters', toHex(`${phishing}\u0001`)],
    ['after a blank', toHex(`\u200b ${phishing}`)],
  ])('that signs in at another site gets a red warning, in each form: %s', (_name, message) => {
    expect(red(evm('personal_sign', [message, OWN])).join()).toContain('evil.example')
  })

  it('of Solana that signs in at another site gets the same warning, also when it is no text', () => {
    const bytes = new TextEncoder().encode(phishing.replace('Ethereum', 'Solana'))
    for (const each of [bytes, Uint8Array.of(...bytes, 255)])
      expect(red(onSolana('solana_signMessage', { message: base58.encode(each) })).join()).toContain('evil.example')
  })

  it('in hex is shown as its text, and bytes that are no text are shown in hex and called that', () => {
    const shown = (message: string) => evm('personal_sign', [message, OWN])
    expect(text(shown(toHex('Grüße \uFFFD')))).toContain('Grüße \uFFFD')
    expect(red(shown(toHex('Grüße')))).toEqual([])
    expect(text(shown('0xff00'))).toContain('0xff00')
    expect(red(shown('0xff00')).join()).toContain('not readable text')
    expect(red(shown(toHex(`site.example wants you to sign in with your Ethereum account:\n${OWN}`)))).toEqual([])
  })
})

it.each(['legacy', 0] as const)('a message of Solana that is a transaction (%s) is refused', (version) => {
  const [payer, to] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
  const instructions = [SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: 5 })]
  const recentBlockhash = base58.encode(new Uint8Array(32))
  const whole = new TransactionMessage({ payerKey: payer, instructions, recentBlockhash })
  const message = version === 0 ? whole.compileToV0Message() : whole.compileToLegacyMessage()
  expect(() => onSolana('solana_signMessage', { message: base58.encode(message.serialize()) })).toThrow(
    'is a transaction',
  )
  const wire = new VersionedTransaction(message).serialize()
  expect(() => onSolana('solana_signMessage', { message: base58.encode(wire) })).toThrow('is a transaction')
})

it.each([1, 2, 127])('a message of Solana that begins as a transaction of version %i is refused', (version) => {
  const payer = Keypair.generate().publicKey
  const recentBlockhash = base58.encode(new Uint8Array(32))
  const whole = new TransactionMessage({ payerKey: payer, instructions: [], recentBlockhash })
  const bytes = whole.compileToV0Message().serialize()
  const message = base58.encode(Uint8Array.of(128 + version, ...bytes.subarray(1)))
  expect(() => onSolana('solana_signMessage', { message })).toThrow('is a transaction')
})

it('a text of Solana that begins with a longer character is no transaction, and an off-chain message is none', () => {
  const asked = (bytes: Uint8Array) => text(onSolana('solana_signMessage', { message: base58.encode(bytes) }))
  expect(asked(new TextEncoder().encode('Über uns'))).toContain('Über uns')
  expect(asked(Uint8Array.of(255, ...new TextEncoder().encode('solana offchain'), 0, 7))).toContain('not readable')
})

describe('a transaction', () => {
  const send = (call: object) => evm('eth_sendTransaction', [{ from: OWN, to: THIEF, ...call }])

  it('shows the highest fee that its own fields allow, in the network’s currency', () => {
    const { fee } = send({ value: '0x0', gas: toHex(21_000), gasPrice: toHex(parseEther('1') / 21_000n) })
    expect(fee).toMatchObject({ gas: 21_000n, price: parseEther('1') / 21_000n })
    expect(send({ maxFeePerGas: '0x64', maxPriorityFeePerGas: '0x1', gas: '0x5208' }).fee).toMatchObject({
      price: 100n,
    })
    expect(send({}).fee).toEqual({ gas: undefined, price: undefined })
  })

  it('shows the receiver, the amount, and what a call does; a call that cannot be read is red', () => {
    expect(text(send({ value: toHex(parseEther('1.5')) }))).toContain('1.5 ETH')
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [THIEF, 2n ** 256n - 1n] })
    const approve = send({ to: TOKEN, data })
    expect(text(approve).toLowerCase()).toContain(THIEF.toLowerCase())
    expect(text(approve)).toContain('without limit')
    expect(red(approve)).not.toEqual([])
    expect(red(send({ to: TOKEN, data: '0x12345678' })).join()).toContain('cannot be read')
    expect(text(send({ to: TOKEN, data: '0x12345678' }))).toContain('0x12345678')
  })

  it('calls a transfer in the name of the own account a send', () => {
    const titled = (from: `0x${string}`) =>
      send({
        to: TOKEN,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from, THIEF, 3n] }),
      }).title
    expect([titled(OWN), titled(TOKEN)]).toEqual(['Send', 'Send from another account'])
  })

  it('shows an amount of a token by its contract, which says how to read it', () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [THIEF, 2_500_000n] })
    const [amount] = send({ to: TOKEN, data }).fields.flatMap(({ token }) => token ?? [])
    expect(amount).toEqual({ address: TOKEN, value: 2_500_000n })
  })
})

describe('typed data', () => {
  const typed = (types: Record<string, unknown>, message: object, primaryType = 'Mail', domain: object = {}) =>
    evm('eth_signTypedData_v4', [
      OWN,
      JSON.stringify({ domain: { chainId: 31337, ...domain }, types, primaryType, message }),
    ])

  it('shows no field that its types do not name, because it is not signed', () => {
    const types = { Mail: [{ name: 'to', type: 'Person' }], Person: [{ name: 'name', type: 'string' }] }
    const shown = text(
      typed(types, { to: { name: 'Bob', role: 'harmless-a' }, note: 'harmless-b' }, 'Mail', { x: 'harmless-c' }),
    )
    expect(shown).toContain('Bob')
    expect(shown).not.toContain('harmless')
  })

  it('shows lists that are signed empty', () => {
    const types = {
      Order: [
        { name: 'offer', type: 'Item[]' },
        { name: 'consideration', type: 'Item[]' },
      ],
      Item: [{ name: 'token', type: 'address' }],
    }
    const shown = text(typed(types, { offer: [{ token: TOKEN }], consideration: [] }, 'Order'))
    expect(shown).toMatch(/consideration: .*empty list/)
    expect(shown).toContain(TOKEN)
  })

  it('that lets somebody take tokens says who, how much and how long', () => {
    const fields = ['owner', 'spender', 'value', 'nonce', 'deadline'].map((name) => ({
      name,
      type: /o.*r|r$/.test(name) && name !== 'nonce' ? 'address' : 'uint256',
    }))
    const message = { owner: OWN, spender: THIEF, value: (2n ** 256n - 1n).toString(), nonce: 0, deadline: NOW }
    const permit = typed({ Permit: fields }, message, 'Permit', { verifyingContract: TOKEN })
    expect(text(permit)).toContain(THIEF)
    expect(red(permit).length).toBeGreaterThan(1)
  })

  it.each(['PackedUserOperation', 'UserOperation', 'AccountMessage'])(
    'that acts for the own account is refused: %s',
    (name) => {
      expect(() =>
        typed({ [name]: [{ name: 'hash', type: 'bytes32' }] }, { hash: toHex(1, { size: 32 }) }, name),
      ).toThrow(name)
    },
  )

  it.each([
    ['uint256', '1e70'],
    ['uint256', '0o17'],
    ['uint256', ' 5'],
    ['uint8', true],
    ['int256', '--5'],
    ['bytes', 'hello'],
    ['bytes32', '0x5'],
  ])('with a value that libraries read in another way than people is refused: %s %s', (type, value) => {
    expect(() => typed({ Mail: [{ name: 'field', type }] }, { field: value })).toThrow(`field is no ${type}`)
  })

  it('that moves tokens by itself is a send, in red where it is a way to take more', () => {
    const fields = [
      ...['from', 'to'].map((name) => ({ name, type: 'address' })),
      ...['value', 'validAfter', 'validBefore'].map((name) => ({ name, type: 'uint256' })),
      { name: 'nonce', type: 'bytes32' },
    ]
    const message = { from: OWN, to: THIEF, value: '5', validAfter: 0, validBefore: NOW, nonce: toHex(1, { size: 32 }) }
    for (const name of ['TransferWithAuthorization', 'ReceiveWithAuthorization']) {
      const { title, ...said } = typed({ [name]: fields }, message, name, { verifyingContract: TOKEN })
      expect(title).toBe('Send')
      expect(text({ title, ...said })).toContain(THIEF)
      expect(said.fields.flatMap(({ token }) => token ?? [])).toEqual([{ address: TOKEN, value: 5n }])
    }
    expect(red(typed({ SafeTx: [{ name: 'to', type: 'address' }] }, { to: THIEF }, 'SafeTx'))).not.toEqual([])
  })

  it('without the type that is signed, or without a field of it, is refused', () => {
    expect(() => typed({}, { a: 1 })).toThrow('types')
    expect(() => typed({ Mail: [{ name: 'to', type: 'address' }] }, {})).toThrow('to')
  })

  it('for another network gets a red warning', () => {
    expect(red(typed({ Mail: [] }, {}, 'Mail', { chainId: 1 })).join()).toContain('another network')
  })
})

describe('a permission', () => {
  const grant = (data: object) =>
    evm('wallet_grantPermissions', [
      {
        expiry: NOW / 1000 + 3600,
        signer: { type: 'account', data: { id: THIEF } },
        permissions: [{ type: 'contract-call', data }],
      },
    ])
  it('for every function of a contract is red, one for named functions is not', () => {
    expect(red(grant({ address: TOKEN })).join()).toContain('every function')
    expect(red(grant({ address: TOKEN, functions: [{ selector: '0x12345678' }] }))).toEqual([])
  })
  it('says the most that its key may spend, and the most that it may cost in fees', () => {
    const data = { address: TOKEN, functions: [{ selector: '0x12345678' }], valueLimit: '0x38d7ea4c68000' }
    expect(text(grant(data))).toMatch(/: 0\.001 \w+, and up to 0\.05 \w+ in fees$/m)
  })
  it('that names a function which moves tokens is red', () => {
    expect(red(grant({ address: TOKEN, functions: [{ selector: '0x095ea7b3' }] })).join()).toContain('tokens')
  })
})

describe('a Solana transaction', () => {
  const [me, thief, from, to, mint] = Array.from({ length: 5 }, () => Keypair.generate().publicKey) as [
    PublicKey,
    PublicKey,
    PublicKey,
    PublicKey,
    PublicKey,
  ]
  const describeAll = (...instructions: Parameters<Transaction['add']>) => {
    const transaction = new Transaction({ feePayer: me, recentBlockhash: base58.encode(new Uint8Array(32).fill(7)) })
    transaction.add(...instructions)
    return onSolana('solana_signTransaction', {
      transaction: transaction.serialize({ requireAllSignatures: false }).toString('base64'),
    })
  }
  it('is marked in red on a network that the service does not have, and not on one that it has', () => {
    const transfer = SystemProgram.transfer({ fromPubkey: me, toPubkey: to, lamports: 1 })
    const recentBlockhash = base58.encode(new Uint8Array(32).fill(7))
    const made = new Transaction({ feePayer: me, recentBlockhash }).add(transfer)
    const transaction = made.serialize({ requireAllSignatures: false }).toString('base64')
    const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const shownOn = (caip: string) => {
      const network = networkOf([{ caipNetworkId: mainnet, name: 'Solana' }], caip)
      return red(read('solana_signAndSendTransaction', { transaction }, { ...on(caip), network }))
    }
    expect(shownOn(mainnet)).toEqual([])
    expect(shownOn(SOLANA).join()).toContain('does not know this network')
  })
  it('shows a transfer of SOL', () => {
    const shown = text(describeAll(SystemProgram.transfer({ fromPubkey: me, toPubkey: to, lamports: 1_500_000 })))
    expect(shown).toContain('0.0015 SOL')
    expect(shown).toContain(to.toBase58())
  })
  it('shows a transfer of tokens, with the amount and the receiving account', () => {
    const shown = text(describeAll(createTransferInstruction(from, to, me, 77n)))
    for (const each of ['77', from.toBase58(), to.toBase58(), me.toBase58()]) expect(shown).toContain(each)
  })
  it('shows a new authority in red', () => {
    const shown = describeAll(createSetAuthorityInstruction(from, me, AuthorityType.AccountOwner, thief))
    expect(text(shown)).toContain(thief.toBase58())
    expect(red(shown)).not.toEqual([])
  })
  it('shows an unlimited approval in red, with who may take the tokens', () => {
    const shown = describeAll(createApproveInstruction(from, thief, me, 2n ** 64n - 1n))
    expect(text(shown)).toContain(thief.toBase58())
    expect(red(shown).join()).toContain('without limit')
  })
  it('that closes an account says that all SOL leaves, in red if it goes to somebody else', () => {
    const shown = describeAll(createCloseInstruction(from, thief, me))
    expect(red(shown).join()).toContain('All SOL in this account goes to somebody else')
    expect(shown.fields).toContainEqual(expect.objectContaining({ value: thief.toBase58(), bad: true }))
    expect(shown.fields).toContainEqual(expect.objectContaining({ value: 'All SOL in the account', lead: true }))
    const own = describeAll(createCloseInstruction(from, me, me))
    expect(red(own)).toEqual([])
    expect(text(own)).toContain('All SOL in the account')
  })
  it('that does not expire, because it begins with a durable nonce, says so in red', () => {
    const advance = SystemProgram.nonceAdvance({ noncePubkey: from, authorizedPubkey: me })
    const send = SystemProgram.transfer({ fromPubkey: me, toPubkey: to, lamports: 1 })
    expect(red(describeAll(advance, send)).join()).toContain('does not expire')
    // Elsewhere than at the beginning, it is an instruction like any other.
    expect(red(describeAll(send, advance))).toEqual([])
    const longer = { ...advance, data: Buffer.concat([advance.data, Buffer.from([0])]) }
    expect(red(describeAll(longer, send)).join()).toContain('does not expire')
  })
  it('counts a priority fee to the highest fee', () => {
    const shown = describeAll(
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5_000_000_000 }),
      SystemProgram.transfer({ fromPubkey: me, toPubkey: to, lamports: 1 }),
    )
    expect(text(shown)).toContain('5.000005 SOL')
    expect(red(shown)).not.toEqual([])
  })
  it('calls an instruction that it cannot read unreadable, in red, and shows every account of it', () => {
    const keys = [
      { pubkey: to, isSigner: false, isWritable: true },
      { pubkey: mint, isSigner: false, isWritable: false },
    ]
    const shown = describeAll({ programId: thief, keys, data: Buffer.from([9, 9]) })
    expect(red(shown).join()).toContain('cannot be read')
    for (const each of [thief, to, mint]) expect(text(shown)).toContain(each.toBase58())
  })
})
