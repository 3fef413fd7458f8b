/**
 * The error of a login's request that was aborted, and a mark for errors of requests that may have been sent
 * nevertheless.
 */
import { causes } from './causes.ts'
import { USER_REJECTED } from './rejection.ts'

/**
 * The error of a request to an embedded wallet that was aborted before an answer came, for example because the visitor
 * left the approval screen. Apps receive EIP-1193's code 4001, as if the visitor had rejected.
 */
export class Aborted extends Error {
  readonly code = USER_REJECTED
}

const doubted = new WeakSet<object>()

/**
 * Marks an error of a request that may have been sent although it failed: callers then ask the chain (`orUncertain`).
 * Returns the error.
 */
export function doubt<E extends Error>(error: E): E {
  doubted.add(error)
  return error
}

/** Whether the error, or one of its causes, is marked by {@link doubt}. */
export function isDoubted(error: unknown): boolean {
  for (const part of causes(error)) if (typeof part === 'object' && part !== null && doubted.has(part)) return true
  return false
}

/**
 * Removes the mark of {@link doubt} from the error and its causes. Call it when the chain was asked, and did not show
 * that the request was sent.
 */
export function trust(error: unknown): void {
  for (const part of causes(error)) if (typeof part === 'object' && part !== null) doubted.delete(part)
}
