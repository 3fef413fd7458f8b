/** Checks the config of a plugin's playground as `walletkit dev` would in that folder, except its wallet list. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isObject, type Json } from '../../../schema/pieces.ts'
import { CONFIG_FILE } from '../../messages.ts'
import { checkText } from '../load.ts'
import { findInstalled } from '../manifest.ts'
import type { Finding } from './finding.ts'
import { nameOf } from './entry.ts'

const PLAYGROUND = 'playground'

/**
 * Returns what is wrong with the config of the playground in a plugin's `folder`. `tools`: the folder in which to look
 * for plugins that are not found from the playground. No code of the package runs, because plugins are only parsed.
 */
export async function checkPlayground(folder: string, tools: string): Promise<Finding[]> {
  const place = join(folder, PLAYGROUND)
  const text = await readFile(join(place, CONFIG_FILE), 'utf8').catch(() => undefined)
  if (text === undefined) return []
  const folders = await Promise.all(
    namesIn(text).map(
      async (name) => [name, name.startsWith('.') ? resolve(place, name) : await installed(place, name)] as const,
    ),
  )
  const places = new Map(folders.flatMap(([name, path]) => (path === undefined ? [] : [[name, path] as const])))
  const { issues } = await checkText(text, join(tools, CONFIG_FILE), `${PLAYGROUND}/${CONFIG_FILE}`, places)
  // The path of a wallet list is relative to the playground, and not to `tools`.
  return issues
    .filter(({ pointer }) => pointer !== '/wallets/list')
    .map((each) => ({ ...each, level: 'error' as const }))
}

const installed = async (place: string, name: string) => (await findInstalled(place, name))?.folder

function namesIn(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    const entries: Json[] = isObject(value) && Array.isArray(value.plugins) ? value.plugins : []
    return entries.flatMap((entry) => nameOf(entry) ?? [])
  } catch {
    return []
  }
}
