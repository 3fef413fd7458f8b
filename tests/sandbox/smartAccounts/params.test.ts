import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BundlerError } from '../../../sandbox/smartAccounts/index.ts'
import { hashParams, noParams, operationParams } from '../../../sandbox/smartAccounts/params.ts'

const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
const good = {
  sender: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  nonce: '0x1',
  callData: '0x1234',
  callGasLimit: '0x1',
  verificationGasLimit: '0x2',
  preVerificationGas: '0x3',
  maxFeePerGas: '0x5',
  maxPriorityFeePerGas: '0x4',
  signature: '0xff',
}

it('an operation is read whole', () => {
  expect(operationParams([good, entryPoint.toLowerCase()], false)).toEqual({
    sender: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    nonce: 1n,
    callData: '0x1234',
    callGasLimit: 1n,
    verificationGasLimit: 2n,
    preVerificationGas: 3n,
    maxFeePerGas: 5n,
    maxPriorityFeePerGas: 4n,
    signature: '0xff',
  })
  const { sender, nonce, callData } = good
  expect(operationParams([{ sender, nonce, callData }, entryPoint, {}], true)).toMatchObject({ callGasLimit: 0n })
  expect(operationParams([{ ...good, factory: '0x7702' }, entryPoint], false)).toMatchObject({
    factory: '0x7702000000000000000000000000000000000000',
    factoryData: '0x',
  })
})

it.each([
  [{ sender: undefined }, /sender must be an address/],
  [{ sender: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb9226' }, /sender must be an address/],
  [{ nonce: 1 }, /nonce must be a number in hex/],
  [{ nonce: `0x1${'0'.repeat(64)}` }, /nonce must be a number in hex/],
  [{ callGasLimit: `0x1${'0'.repeat(32)}` }, /callGasLimit must be .* at most 128 bits/],
  [{ callGasLimit: null }, /callGasLimit must be/],
  [{ callData: '0x1' }, /callData must be bytes/],
  [{ callData: `0x${'00'.repeat(131_073)}` }, /callData is longer/],
  [{ maxPriorityFeePerGas: '0x6' }, /more than maxFeePerGas/],
  [{ factory: '0x77' }, /factory must be an address/],
  [{ factoryData: '0x12' }, /factoryData without a factory/],
  [{ paymasterAndData: '0x12' }, /older entry point/],
  [{ aggregator: good.sender }, /no aggregators/],
  [{ eip7702Auth: [] }, /eip7702Auth must be an object/],
  [{ eip7702Auth: { address: good.sender, chainId: '0x1', nonce: '0x0', yParity: '0x2' } }, /yParity must be/],
])('%o is refused', (changes, message) => {
  expect(() => operationParams([{ ...good, ...changes }, entryPoint], false)).toThrow(message)
})

it('whatever comes is read or refused with -32602', () => {
  const scalar = fc.oneof(
    fc.anything(),
    fc.bigInt({ min: 0n, max: 1n << 260n }).map((value) => `0x${value.toString(16)}`),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  )
  const names = [...Object.keys(good), 'factory', 'factoryData', 'eip7702Auth', 'paymaster', '__proto__']
  const changes = fc.dictionary(fc.constantFrom(...names), scalar)
  const operation = fc.oneof(
    fc.anything(),
    changes.map((changed) => ({ ...good, ...changed })),
  )
  const params = fc.oneof(fc.anything(), fc.tuple(operation, fc.oneof(fc.constant(entryPoint), fc.anything())))
  let read = 0
  const attempt = (reading: () => unknown) => {
    try {
      reading()
      read += 1
    } catch (error) {
      expect(error).toBeInstanceOf(BundlerError)
      expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/^Invalid params: ./) as string })
    }
  }
  fc.assert(
    fc.property(params, fc.boolean(), (given, estimating) => {
      attempt(() => {
        const { sender, nonce, callData, factory } = operationParams(given, estimating)
        expect(sender).toMatch(/^0x[0-9a-fA-F]{40}$/)
        expect(nonce >= 0n && nonce < 1n << 256n).toBe(true)
        expect(callData.length % 2).toBe(0)
        if (factory !== undefined) expect(factory).toMatch(/^0x[0-9a-fA-F]{40}$/)
      })
      attempt(() => expect(hashParams(given)).toMatch(/^0x[0-9a-f]{64}$/))
      attempt(() => noParams(given))
    }),
    { numRuns: 3000 },
  )
  expect(read).toBeGreaterThan(100)
})
