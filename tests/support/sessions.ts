/** A smart session (EIP-7715 permissions), made over the API without a wallet's approval. */
import type { Sandbox } from '../../sandbox/index.ts'

/** Creates and activates a session of another site for the first account. */
export async function beginSession({ url, accounts, tokens }: Sandbox) {
  const at = `${url}/v1/sessions/eip155:31337:${accounts[0]?.address}`
  const post = async (path: string, body: unknown) => {
    const reply = await fetch(`${path}?projectId=flows`, { method: 'POST', body: JSON.stringify(body) })
    return (await reply.json()) as { pci: string }
  }
  const address = tokens.find(({ symbol }) => symbol === 'USDC')?.address
  const permissions = [
    { type: 'contract-call', data: { address, functions: [{ functionName: 'deposit' }] } },
    { type: 'erc20-recurring-allowance', data: { address, allowance: 25_000_000, period: '1d' } },
  ]
  const expiry = Math.floor(Date.now() / 1000) + 21 * 86_400
  const project = { name: 'Lumen Swap', url: 'https://lumenswap.example' }
  const { pci } = await post(at, { expiry, permissions, project })
  await post(`${at}/activate`, { pci, context: '0x01' })
  return { permissions, expiry }
}
