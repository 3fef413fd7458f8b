/** The namespaces on which tokens can be sent. */
import type { PluginKit } from 'walletkit/plugin'
import { sendError } from './errors.ts'

/**
 * Each namespace needs its own way to read the fee (`FEES` in reads.ts) and to check a built token transfer (`SAYS` in
 * transfer.ts). Code that handles Solana differently compares with `'solana'`.
 */
export const SEND_NAMESPACES = ['eip155', 'solana'] as const
export type SendNamespace = (typeof SEND_NAMESPACES)[number]

/** The active namespace if tokens can be sent on it, else `undefined`. */
export const servedNamespace = (kit: PluginKit): SendNamespace | undefined =>
  SEND_NAMESPACES.find((each) => each === kit.account().namespace)

/** The active namespace. Throws 'Unsupported chain' if tokens cannot be sent on it. */
export function sendingNamespace(kit: PluginKit): SendNamespace {
  const namespace = servedNamespace(kit)
  if (!namespace) throw sendError('UNSUPPORTED_CHAIN')
  return namespace
}
