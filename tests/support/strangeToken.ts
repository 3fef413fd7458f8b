/** A contract that logs an approval in anybody's name, and behaves in `approve` as `mode` says. */
import { expect } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { rpc } from './trickToken.ts'

/** Assembles EVM bytecode from hex with labels: `:name` marks a place, `@name` pushes its position. */
function assemble(code: string): string {
  const parts = code.trim().split(/\s+/)
  const places = new Map<string, number>()
  let at = 0
  for (const part of parts) {
    if (part.startsWith(':')) places.set(part.slice(1), at)
    at += part.startsWith(':') ? 1 : part.startsWith('@') ? 2 : part.length / 2
  }
  const place = (name: string) => (places.get(name) ?? 0).toString(16).padStart(2, '0')
  return parts
    .map((part) => (part.startsWith(':') ? '5b' : part.startsWith('@') ? `60${place(part.slice(1))}` : part))
    .join('')
}

const ONE = '6001 6000 52 6020 6000 f3'
const STOP = '6000 6000 fd'
/** What `approve` does. None of these changes the allowance, so none ends the approval. */
const MODES = {
  /** Reverts. */
  reverts: STOP,
  /** Reverts in a transaction, where gas has a price, but not in a trial, where it has none. */
  doubts: `3a @stop 57 ${ONE}`,
  /** Uses up two million gas. */
  burns: `6000 620fffff 53 ${ONE}`,
  /** Returns true. */
  quiet: ONE,
} as const

const APPROVAL = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/**
 * Answers decimals() with 18 (not `isToken`: with nothing), allowance() with 1, approve() as `mode` says, and reverts for the
 * rest, but logs an approval of its caller for itself when it gets no data.
 */
const codeOf = (mode: keyof typeof MODES, isToken: boolean) =>
  assemble(`
    36 15 @log 57 6000 35 60e0 1c
    80 63313ce567 14 @decimals 57
    80 63dd62ed3e 14 @one 57
    80 63095ea7b3 14 @approve 57
    :stop ${STOP}
    :decimals ${isToken ? '6012 6000 52 6020 6000 f3' : STOP}
    :one ${ONE}
    :approve ${MODES[mode]}
    :log 6001 6000 52 30 33 7f${APPROVAL} 6020 6000 a3 00`)

/** Deploys the contract on the sandbox's first chain, and lets it log that `owner` approved it. @returns its address */
export async function deployStrange(
  sandbox: Sandbox,
  owner: string,
  mode: keyof typeof MODES,
  isToken = true,
): Promise<string> {
  const code = codeOf(mode, isToken)
  const size = (code.length / 2).toString(16).padStart(4, '0')
  const data = `0x61${size}600e60003961${size}6000f3${code}`
  const sent = async (transaction: object) => {
    const hash = await rpc(sandbox, 'eth_sendTransaction', [{ from: owner, gas: '0x7a120', ...transaction }])
    const receipt = async () => (await rpc(sandbox, 'eth_getTransactionReceipt', [hash])) as { contractAddress: string }
    await expect.poll(receipt).toMatchObject({ status: '0x1' })
    return receipt()
  }
  const { contractAddress } = await sent({ data })
  await sent({ to: contractAddress })
  return contractAddress.toLowerCase()
}
