import { BaseError } from 'viem'
import { Mismatch } from '../../runtime/auth/shape.ts'
import { Refusal } from '../refusal.ts'
import { BundlerError } from '../smartAccounts/failure.ts'
import { Denied } from './denied.ts'
import { Unanswered } from './rpc/chain.ts'
import { UnknownNetwork } from './rpc/chainId.ts'
import { Invalid } from './rpc/params.ts'

/**
 * Whether a visitor may see an error's message: the login service wrote it, or it is about the request. Other messages
 * come from libraries or the system and may contain addresses, paths or SQL.
 */
export function isForVisitors(error: unknown): boolean {
  // A SyntaxError is here because a request's body that is not JSON causes it.
  const ours = [Denied, Invalid, Mismatch, Refusal, BundlerError, BaseError, Unanswered, UnknownNetwork, SyntaxError]
  return ours.some((kind) => error instanceof kind)
}
