/** Helpers for tests with a user who is signed in by email: they send requests, and read the results from the chain. */
import { createPublicClient, defineChain, http, type Hex } from 'viem'
import type { useFlow, Visit, Visited } from './flow.ts'
import { titled, useLogin } from './login.ts'

export const asks = (visit: Visited) => titled(visit, 'Approve Transaction')
export const gone = ({ modal }: Visited) => modal.waitFor({ state: 'hidden' })
export const toast = ({ modal }: Visited, text: string) => modal.locator('.toast', { hasText: text }).waitFor()
export const inHex = (text: string): Hex => `0x${Buffer.from(text).toString('hex')}`
export const account = ({ page }: Visited) => page.evaluate(() => kit.getAccount())
export const asEoa: Visit = { config: { defaultAccountTypes: { eip155: 'eoa' } } }

let count = 0
export const someone = () => `someone${++count}@example.com`

/**
 * Sends a request through the page's provider, and does not wait for the answer. The returned function waits for it; it
 * returns the result, or throws an error with the message and the code.
 */
export async function request<T>({ page }: Visited, method: string, params: unknown): Promise<() => Promise<T>> {
  const id = `asked${++count}`
  await page.evaluate(
    ([key, name, values]) => {
      const provider = kit.getProvider('eip155') as { request: (asked: object) => Promise<unknown> }
      const answer = provider.request({ method: name, params: values }).then(
        (result) => ({ result }),
        (error: { message: string; code?: number }) => ({ error: `${error.message} (${error.code})` }),
      )
      Object.assign(globalThis, { [key]: answer })
    },
    [id, method, params] as [string, string, unknown],
  )
  return async () => {
    const told = await page.evaluate((key) => (globalThis as unknown as Record<string, Promise<object>>)[key], id)
    const { result, error } = told as { result?: T; error?: string }
    if (error !== undefined) throw new Error(error)
    return result as T
  }
}

/** Sets up a login for the tests of one file. Each call of `signedIn` signs in with an account of its own. */
export function useEmbedded(flow: ReturnType<typeof useFlow>) {
  const { visitLogin, login } = useLogin(flow)
  return {
    signedIn: async (visit: Visit = {}): Promise<Visited> => {
      const visited = await visitLogin(visit)
      await login(visited, someone())
      return visited
    },
    /** A client of the sandbox's first chain. */
    client: () => {
      const [chain] = flow.sandbox().chains
      const rpcUrls = { default: { http: [chain?.rpcUrl ?? ''] } }
      const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
      return createPublicClient({
        chain: defineChain({ id: chain?.id ?? 0, name: 'Sandbox', nativeCurrency, rpcUrls }),
        transport: http(),
        pollingInterval: 20,
      })
    },
  }
}
