import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { createTestSolanaWallet } from '../../../runtime/test/index.ts'

const keys = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
type Feature = (...asked: unknown[]) => Promise<Record<string, Uint8Array>[]>

const create = () => {
  const made = createTestSolanaWallet({ keys })
  const feature = (name: string) => {
    const [, verb = ''] = name.split(':')
    return (made.wallet.features[name] as Record<string, Feature>)[verb] as Feature
  }
  return { ...made, feature }
}
const connected = async () => {
  const made = create()
  await made.feature('standard:connect')()
  const [account] = made.wallet.accounts
  if (!account) throw new Error('no account')
  return { ...made, account }
}

/** Verifies with Node's own Ed25519. `key` are the bytes of the public key. */
function verified(key: Uint8Array, message: Uint8Array, signature: Uint8Array) {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}

it('shows its accounts once it was let, the selected one first, and says when they change', async () => {
  const { wallet, feature, ...controls } = create()
  expect(wallet.accounts).toEqual([])
  await feature('standard:connect')({ silent: true })
  expect(wallet.accounts).toEqual([])
  const heard: unknown[] = []
  const events = wallet.features['standard:events'] as { on: (event: string, listener: (x: unknown) => void) => void }
  events.on('change', (change) => heard.push(change))
  await feature('standard:connect')()
  const [first, second] = controls.addresses()
  expect(wallet.accounts.map(({ address }) => address)).toEqual([first, second])
  controls.changeAccount(1)
  expect(wallet.accounts.map(({ address }) => address)).toEqual([second, first])
  controls.lock()
  expect(wallet.accounts).toEqual([])
  expect(heard).toHaveLength(3)
})

it('signs messages with its key', async () => {
  const { feature, account } = await connected()
  const message = randomBytes(40)
  const [answer] = await feature('solana:signMessage')({ account, message })
  expect(verified(account.publicKey, message, answer?.['signature'] ?? new Uint8Array())).toBe(true)
})

it('signs transactions of both forms as an app of web3.js expects', async () => {
  const { feature, account } = await connected()
  const payer = new PublicKey(account.publicKey)
  const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: PublicKey.unique(), lamports: 5 })
  const recentBlockhash = PublicKey.unique().toBase58()
  const legacy = new Transaction({ feePayer: payer, recentBlockhash }).add(transfer)
  const versioned = new VersionedTransaction(
    new TransactionMessage({ payerKey: payer, recentBlockhash, instructions: [transfer] }).compileToV0Message(),
  )
  const [one, two] = await feature('solana:signTransaction')(
    { account, transaction: legacy.serialize({ requireAllSignatures: false }) },
    { account, transaction: versioned.serialize() },
  )
  expect(Transaction.from(one?.['signedTransaction'] ?? []).verifySignatures()).toBe(true)
  const back = VersionedTransaction.deserialize(two?.['signedTransaction'] ?? new Uint8Array())
  expect(verified(account.publicKey, back.message.serialize(), back.signatures[0] ?? new Uint8Array())).toBe(true)
})

it('refuses what is another’s to sign, what is cut short, and what the visitor refuses', async () => {
  const { feature, account, set } = await connected()
  const stranger = new Transaction({ feePayer: PublicKey.unique(), recentBlockhash: PublicKey.unique().toBase58() })
  const sign = (transaction: Uint8Array) => feature('solana:signTransaction')({ account, transaction })
  await expect(sign(stranger.serialize({ requireAllSignatures: false }))).rejects.toMatchObject({ code: -32602 })
  await expect(sign(new Uint8Array([200]))).rejects.toMatchObject({ code: -32602 })
  set({ answer: 'reject' })
  await expect(feature('solana:signMessage')({ account, message: new Uint8Array() })).rejects.toMatchObject({
    code: 4001,
  })
})
