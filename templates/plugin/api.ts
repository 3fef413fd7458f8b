import type { PluginKit } from 'walletkit/plugin'

/** Requests the service's name. `kit.fetch` allows only origins in the manifest. Throws if the response has no name. */
export async function askService(kit: Pick<PluginKit, 'fetch'>, url: string): Promise<string> {
  const response = await kit.fetch(url)
  if (!response.ok) throw new Error(`The service answered ${response.status}`)
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('name' in answer) || typeof answer.name !== 'string')
    throw new Error('The service answered with no name')
  return answer.name
}
