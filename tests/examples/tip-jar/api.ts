import type { PluginKit } from 'walletkit/plugin'

/** The word of thanks. `kit.fetch` calls origins of the manifest only. Throws when there is none. */
export async function fetchNote(kit: Pick<PluginKit, 'fetch'>, url: string): Promise<string> {
  const response = await kit.fetch(url)
  const answer: unknown = response.ok ? await response.json() : undefined
  if (typeof answer !== 'object' || answer === null || !('note' in answer) || typeof answer.note !== 'string')
    throw new Error(`${url} holds no note`)
  return answer.note.slice(0, 100)
}
