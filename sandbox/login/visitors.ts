import { BaseError } from 'viem'
import { Mismatch } from '../../runtime/auth/shape.ts'
import { Refusal } from '../refusal.ts'
import { BundlerError } from '../smartAccounts/failure.ts'
import { Denied } from './denied.ts'
import { Unanswered } from './rpc/chain.ts'
import { UnknownNetwork } from './rpc/chainId.ts'
import { Invalid } from './rpc/params.ts'

/**
 * Whether an error's message is for the visitor: the service wrote it, or it is about the request. Others come from a library
 * or from the system, and may name addresses, files or statements.
 */
export function isForVisitors(error: unknown): boolean {
  // A SyntaxError is a body that is not JSON.
  const ours = [Denied, Invalid, Mismatch, Refusal, BundlerError, BaseError, Unanswered, UnknownNetwork, SyntaxError]
  return ours.some((kind) => error instanceof kind)
}
