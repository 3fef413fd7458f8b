import { BaseError } from 'viem'
import { Mismatch } from '../../runtime/auth/shape.ts'
import { Refusal } from '../refusal.ts'
import { BundlerError } from '../smartAccounts/failure.ts'
import { Denied } from './denied.ts'
import { Invalid } from './rpc/params.ts'

/**
 * Whether an error's message is for the visitor: the service wrote it, or it is about the request. Others come from a library
 * or from the system, and may name addresses, files or statements.
 */
export function isForVisitors(error: unknown): boolean {
  const ours = [Denied, Invalid, Mismatch, Refusal, BundlerError, BaseError]
  if (ours.some((kind) => error instanceof kind)) return true
  // A body that is not JSON, and the plain errors that the parsers of chain ids throw; those of the system have a code.
  if (error instanceof SyntaxError) return true
  return error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)
}
