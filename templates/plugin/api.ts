import type { PluginKit } from 'walletkit/plugin'

/** Asks the service for its name. Only origins of the manifest can be called. Throws when the answer is none. */
export async function askService(kit: Pick<PluginKit, 'fetch'>, url: string): Promise<string> {
  const response = await kit.fetch(url)
  if (!response.ok) throw new Error(`The service answered ${response.status}`)
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('name' in answer) || typeof answer.name !== 'string')
    throw new Error('The service answered with no name')
  return answer.name
}
