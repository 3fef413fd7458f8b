import { describe, expect, it } from 'vitest'
import { isUserRejection, readMessage } from '../../../runtime/errors/rejection.ts'
import {
  CHAIN_ERROR_CODES,
  chainErrorCode,
  isUnrecognizedChain,
  parseRpcError,
  RPC_CODES,
} from '../../../runtime/errors/rpc.ts'

const wallet = (code: number, message = 'The wallet said something') => Object.assign(new Error(message), { code })
const nameOf = (code: number) => parseRpcError(wallet(code)).name

describe('chain error codes', () => {
  it('fall back to 5000 for an unclassified error [S8.code.02]', () => {
    expect(CHAIN_ERROR_CODES.default).toBe(5000)
    for (const error of [new Error('odd'), 'odd', undefined, wallet(-32000), {}])
      expect(chainErrorCode(error)).toBe(5000)
    expect(chainErrorCode(wallet(4902))).toBe(4902)
  })

  it('include the invalid chain id, as a positive and as a negative code [S8.code.03]', () => {
    expect(CHAIN_ERROR_CODES.invalidChainId).toBe(32603)
    expect([chainErrorCode(wallet(32603)), chainErrorCode(wallet(-32603))]).toEqual([32603, 32603])
  })
})

describe('JSON-RPC codes', () => {
  it('have names: -32700 to -32603 [S8.code.04] [S8.code.05] [S8.code.06] [S8.code.07] [S8.code.08]', () => {
    const { parseError, invalidRequest, methodNotFound, invalidParams, internalError } = RPC_CODES
    expect([parseError, invalidRequest, methodNotFound, invalidParams, internalError]).toEqual([
      -32700, -32600, -32601, -32602, -32603,
    ])
    expect([-32700, -32600, -32601, -32602, -32603].map(nameOf)).toEqual([
      'parseError',
      'invalidRequest',
      'methodNotFound',
      'invalidParams',
      'internalError',
    ])
  })

  it('have names: -32000 [S8.code.09]', () => {
    expect(RPC_CODES.serverError).toBe(-32000)
    expect(nameOf(-32000)).toBe('serverError')
  })

  it('range from -32700 to -32006, each with its own name [S8.code.10]', () => {
    const codes = [-32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002, -32003, -32004, -32005, -32006]
    expect(Object.values(RPC_CODES)).toEqual(expect.arrayContaining(codes))
    expect(new Set(codes.map(nameOf)).size).toBe(codes.length)
    expect(codes.map(nameOf)).not.toContain(undefined)
  })

  it('include 4001 as a rejection [S8.code.11]', () => {
    expect(isUserRejection(wallet(4001))).toBe(true)
    expect(nameOf(4001)).toBe('userRejected')
  })

  it('of EIP-1193 have names [S8.code.12] [S8.code.13] [S8.code.14] [S8.code.15] [S8.code.16]', () => {
    expect([4100, 4200, 4900, 4901, 4902].map(nameOf)).toEqual([
      'unauthorized',
      'unsupportedMethod',
      'disconnected',
      'chainDisconnected',
      'unrecognizedChain',
    ])
  })
})

const REFUSALS: unknown[] = [
  wallet(4001),
  { code: 4001, message: 'User rejected the request.' },
  { code: '4001' },
  wallet(-32603, 'User rejected the request.'),
  { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4001, message: 'x' } } },
  { code: -32000, message: 'x', data: { code: 4001 } },
  { code: 'ACTION_REJECTED', message: 'user rejected action', info: { error: { code: 4001 } } },
  { message: 'oops', info: { error: { code: 4001 } } },
  { error: { code: 4001 } },
  new Error('failed', { cause: wallet(4001) }),
  new Error('failed', { cause: new Error('again', { cause: { code: 4001 } }) }),
  wallet(5000, 'User rejected methods.'),
  'User denied transaction signature',
  'Request rejected',
  new Error('MetaMask Tx Signature: User denied transaction signature.'),
  new Error('Transaction was rejected by user'),
  // What Safe's app says.
  new Error('Transaction was rejected'),
  new Error('User cancelled the request'),
  new Error('User canceled'),
  { shortMessage: 'User rejected the request.' },
]
const OTHERS: unknown[] = [
  undefined,
  null,
  0,
  '',
  {},
  [],
  new Error('The RPC rejected the batch'),
  wallet(4100),
  wallet(4902),
  wallet(-32603),
  wallet(-32003, 'Transaction rejected'),
  { code: 4001.5 },
  { code: '4001x' },
  wallet(3, 'execution reverted'),
]
const UNKNOWN_CHAINS: unknown[] = [
  wallet(4902),
  wallet(5000),
  wallet(32603),
  wallet(-32603),
  { code: -32603, data: { originalError: { code: 4902 } } },
  { code: -32600, message: 'Chain Id not supported' },
  'Unrecognized chain ID "0x89". Try adding the chain using wallet_addEthereumChain first.',
  new Error('x', { cause: wallet(4902) }),
]

describe("a wallet's error", () => {
  it.each(REFUSALS.map((error) => [error]))('is a rejection: %j', (error) => {
    expect(isUserRejection(error)).toBe(true)
    expect(isUnrecognizedChain(error)).toBe(false)
  })

  it.each(OTHERS.map((error) => [error]))('is not a rejection: %j', (error) =>
    expect(isUserRejection(error)).toBe(false),
  )

  it.each(UNKNOWN_CHAINS.map((error) => [error]))('is an unknown chain: %j', (error) =>
    expect(isUnrecognizedChain(error)).toBe(true),
  )

  it('is not an unknown chain when it is something else', () => {
    for (const error of [undefined, 'x', wallet(4100), wallet(-32002, 'already pending'), new Error('network down')]) {
      expect(isUnrecognizedChain(error)).toBe(false)
    }
  })

  it('is read without throwing: hostile getters, cycles, proxies', () => {
    const trap = () => {
      throw new Error('hostile')
    }
    const circle: { cause?: unknown; message: string } = { message: 'round' }
    circle.cause = circle
    const hostile: unknown[] = [
      {
        get code() {
          return trap()
        },
        get message() {
          return trap()
        },
      },
      new Proxy({}, { get: trap }),
      new Proxy({}, { get: trap, has: trap, getOwnPropertyDescriptor: trap }),
      {
        get cause() {
          return trap()
        },
      },
      circle,
      Object.create(null),
      Symbol('x'),
      () => {},
    ]
    for (const error of hostile) {
      expect(() => [
        parseRpcError(error),
        isUserRejection(error),
        isUnrecognizedChain(error),
        readMessage(error),
      ]).not.toThrow()
    }
  })

  it('keeps the outermost code and its message', () => {
    expect(
      parseRpcError({ code: -32603, message: 'outer', data: { originalError: { code: 4902, message: 'inner' } } }),
    ).toEqual({ code: -32603, name: 'internalError', message: 'outer' })
    expect(parseRpcError(new Error('outer', { cause: { code: 4001 } }))).toEqual({
      code: 4001,
      name: 'userRejected',
      message: 'outer',
    })
    expect(parseRpcError('plain')).toEqual({ code: undefined, name: undefined, message: 'plain' })
    expect(parseRpcError({ code: 31337, message: 'own' })).toEqual({ code: 31337, name: undefined, message: 'own' })
  })
})
