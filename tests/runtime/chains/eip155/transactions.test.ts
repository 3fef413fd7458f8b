import { keccak256, parseSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/eip155/adapter.ts'
import { transactions } from '../../../../runtime/chains/eip155/index.ts'
import { TRANSACTION_TYPES, typedFields } from '../../../../runtime/chains/eip155/typedTransaction.ts'
import type { TransactionRequest } from '../../../../runtime/contracts/adapter.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { kitOf, networkOf } from './kit.ts'

const { serializeTransaction, parseTransaction, toBlobs, createCursor, ...limits } = await transactions()
type Hex = `0x${string}`
const sandbox = useSandbox()
const to: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const base = { chainId: 31337, nonce: 0, to, value: 1n, gas: 60_000n } as const
const accessList = [{ address: to, storageKeys: [`0x${'00'.repeat(31)}01` as Hex] }]
const fees = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1n }

describe('transactions as bytes', () => {
  it('are legacy with a gas price [S9.txtype.01]', () => {
    const bytes = serializeTransaction({ ...base, gasPrice: 7n })
    expect(Number(bytes.slice(0, 4))).toBeGreaterThanOrEqual(0xc0)
    expect(parseTransaction(bytes)).toMatchObject({
      ...base,
      to: to.toLowerCase(),
      nonce: 0,
      gasPrice: 7n,
      type: 'legacy',
    })
  })

  it('are eip2930 with an access list beside it [S9.txtype.02]', () => {
    const bytes = serializeTransaction({ ...base, gasPrice: 7n, accessList })
    expect(bytes.slice(0, 4)).toBe('0x01')
    expect(parseTransaction(bytes)).toMatchObject({
      type: 'eip2930',
      gasPrice: 7n,
      accessList: [{ storageKeys: accessList[0]?.storageKeys }],
    })
  })

  it('are eip1559 with a maximum fee [S9.txtype.03]', () => {
    const bytes = serializeTransaction({ ...base, ...fees })
    expect(bytes.slice(0, 4)).toBe('0x02')
    expect(parseTransaction(bytes)).toMatchObject({ type: 'eip1559', ...fees })
  })

  it('are eip4844 with blobs, by their hashes [S9.txtype.04]', () => {
    const blobVersionedHashes = [`0x01${'ab'.repeat(31)}` as Hex]
    const bytes = serializeTransaction({ ...base, ...fees, maxFeePerBlobGas: 9n, blobVersionedHashes })
    expect(bytes.slice(0, 4)).toBe('0x03')
    expect(parseTransaction(bytes)).toMatchObject({ type: 'eip4844', blobVersionedHashes, maxFeePerBlobGas: 9n })
  })

  it('are eip7702 with authorizations, signed by a real key [S9.txtype.05]', async () => {
    const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
    const authorization = await signer.signAuthorization({ address: to, chainId: 31337, nonce: 1 })
    const bytes = serializeTransaction({ ...base, ...fees, authorizationList: [authorization] })
    expect(bytes.slice(0, 4)).toBe('0x04')
    const parsed = parseTransaction(bytes)
    expect(parsed.type).toBe('eip7702')
    expect(parsed.authorizationList?.[0]).toMatchObject({
      address: to.toLowerCase(),
      chainId: 31337,
      nonce: 1,
      r: authorization.r,
    })
  })

  it('are accepted by a real node: legacy, 0x01, 0x02 and 0x04', async () => {
    const { rpcUrl = '' } = sandbox().chains[0] ?? {}
    const signer = privateKeyToAccount(sandbox().accounts[3]?.privateKey ?? '0x')
    const ask = async (method: string, params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return ((await answer.json()) as { result?: unknown }).result
    }
    const gasPrice = 3_000_000_000n
    const authorization = await signer.signAuthorization({ address: to, chainId: 31337, nonce: 4 })
    const all = [{ gasPrice }, { gasPrice, accessList }, fees, { ...fees, authorizationList: [authorization] }]
    for (const [nonce, extra] of all.entries()) {
      const transaction = { ...base, ...extra, nonce } as Parameters<typeof serializeTransaction>[0]
      const signature = parseSignature(await signer.sign({ hash: keccak256(serializeTransaction(transaction)) }))
      const bytes = serializeTransaction(transaction, signature)
      const hash = await ask('eth_sendRawTransaction', [bytes])
      expect(hash).toBe(keccak256(bytes))
      expect(await ask('eth_getTransactionByHash', [hash])).toMatchObject({ type: ['0x0', '0x1', '0x2', '0x4'][nonce] })
    }
  })

  it('are invalid with impossible fees', () => {
    const serialize = (extra: object) => () => serializeTransaction({ ...base, ...extra })
    expect(serialize({ maxFeePerGas: 2n ** 256n })).toThrow(expect.objectContaining({ kind: 'feeCapTooHigh' }) as Error)
    expect(serialize({ gasPrice: 2n ** 256n })).toThrow(expect.objectContaining({ kind: 'feeCapTooHigh' }) as Error)
    expect(serialize({ maxFeePerGas: 1n, maxPriorityFeePerGas: 2n })).toThrow(
      expect.objectContaining({ kind: 'tipAboveFeeCap' }) as Error,
    )
  })
})

describe('blobs', () => {
  it('hold at most 761855 bytes [S9.blob.01]', () => {
    expect(limits.BLOB_DATA_LIMIT).toBe(761_855)
    const blobs = toBlobs(new Uint8Array(761_855).fill(7))
    expect(blobs).toHaveLength(6)
    expect(() => toBlobs(new Uint8Array(761_856))).toThrow('Blobs hold 1 to 761855 bytes, not 761856')
    expect(() => toBlobs(new Uint8Array())).toThrow('not 0')
  })

  it('are 131072 bytes: 4096 field elements of 32 [S9.blob.02]', () => {
    expect(limits).toMatchObject({ BLOB_SIZE: 131_072, FIELD_ELEMENTS_PER_BLOB: 4_096, FIELD_ELEMENT_SIZE: 32 })
    const [blob = '0x'] = toBlobs(new TextEncoder().encode('hello'))
    expect((blob.length - 2) / 2).toBe(131_072)
    expect(blob.startsWith('0x0068656c6c6f80')).toBe(true)
  })

  it('are read again at most 8192 times when the bytes differ [S9.blob.03]', () => {
    const cursor = createCursor(new Uint8Array(64))
    const again = () => cursor.read(0, 32)
    again()
    for (let at = 0; at < 8_192; at++) again()
    expect(again).toThrow('8192')
    // A read past the end throws, also at a new position.
    expect(() => createCursor(new Uint8Array(4)).read(3, 2)).toThrow(RangeError)
  })
})

describe('a wallet request', () => {
  const request = (extra: Partial<TransactionRequest> = {}): TransactionRequest => ({
    from: to,
    to,
    value: 1n,
    chain: networkOf(31337, sandbox().chains[0]?.rpcUrl ?? ''),
    ...extra,
  })
  const HASH = `0x${'ab'.repeat(32)}`
  /** The parameters of the request eth_sendTransaction. */
  const asked = async (extra: Partial<TransactionRequest>) => {
    const sent: unknown[] = []
    const provider = {
      request: ({ method, params }: { method: string; params?: unknown }) => {
        if (method === 'eth_chainId') return Promise.resolve('0x7a69')
        sent.push(...(params as unknown[]))
        return Promise.resolve(HASH)
      },
    }
    const kit = kitOf()
    const error: unknown = await adapter
      .sendTransaction?.(kit, provider, request(extra))
      .then(() => undefined)
      .catch((each: unknown) => each)
    return { sent, error }
  }

  it('has the fields of the transaction in JSON-RPC format', async () => {
    const blob = toBlobs(new Uint8Array([1]))[0] ?? '0x'
    const authorization = { address: to, chainId: 31337, nonce: 1, r: '0x1', s: '0x2', yParity: 0 }
    const sentFor = async (extra: Partial<TransactionRequest>) => (await asked(extra)).sent[0]
    expect(await sentFor({ maxFeePerGas: 10n, maxPriorityFeePerGas: 1n })).toEqual({
      from: to,
      to,
      value: '0x1',
      chainId: '0x7a69',
      type: '0x2',
      maxFeePerGas: '0xa',
      maxPriorityFeePerGas: '0x1',
    })
    expect(await sentFor({ gasPrice: 5n, accessList })).toMatchObject({ type: '0x1', gasPrice: '0x5', accessList })
    expect(await sentFor({ blobs: [blob], maxFeePerBlobGas: 2n })).toMatchObject({
      type: '0x3',
      blobs: [blob],
      maxFeePerBlobGas: '0x2',
    })
    expect(await sentFor({ authorizationList: [authorization] })).toMatchObject({
      type: '0x4',
      authorizationList: [{ address: to, chainId: '0x7a69', nonce: '0x1', r: '0x1', s: '0x2', yParity: '0x0' }],
    })
    // With only an access list, the wallet chooses the type.
    expect(await sentFor({ accessList })).not.toHaveProperty('type')
    expect(await sentFor({ gasPrice: 5n })).not.toHaveProperty('type')
  })

  it.each<[string, Partial<TransactionRequest>]>([
    ['gasPrice cannot stand', { gasPrice: 1n, maxFeePerGas: 1n }],
    ['too high', { maxFeePerGas: 2n ** 256n }],
    ['above the maximum', { maxFeePerGas: 1n, maxPriorityFeePerGas: 2n }],
    ['negative', { maxFeePerGas: -1n }],
    ['131072 bytes', { blobs: ['0x00'] }],
    ['1 to 6 blobs', { blobs: [] }],
    ['two transaction types', { blobs: [`0x${'00'.repeat(131_072)}`], authorizationList: [] }],
    ['storage key', { accessList: [{ address: to, storageKeys: ['0x1'] }] }],
    ['invalid address', { accessList: [{ address: '0x1', storageKeys: [] }] }],
    ['is empty', { authorizationList: [] }],
  ])('is missing when the transaction is invalid: %s', async (words, extra) => {
    const { sent, error } = await asked(extra)
    expect(sent).toEqual([])
    expect((error as Error).message).toContain(words)
  })

  it('supports five transaction types', () => {
    expect(TRANSACTION_TYPES).toEqual(['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'])
    expect(typedFields(request())).toEqual({})
  })
})
