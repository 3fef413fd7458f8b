/**
 * Turns a draft into a config that `walletkit check` accepts: it removes and reports the values that the check rejects.
 */
import { modeOf } from '../../runtime/interop/rainbowkitTheme.ts'
import { pointerParts, show } from '../../schema/issue.ts'
import { isObject, type Json, type JsonObject } from '../../schema/pieces.ts'
import { readConfig, type Rules } from '../../schema/validate.ts'
import { CONFIG_FILE } from '../messages.ts'
import type { Draft } from './draft.ts'
import { hints } from './messages.ts'

const ORDER = ['$schema', 'projectId', 'metadata', 'networks', 'defaultNetwork', 'services', 'features']
const FALLBACK = 'eip155:1'
/** Paths of the config at which a removed value takes a network, a wallet or a login from visitors. */
const LOSSES = /^(?:networks|wallets|features\.(?:email|socials)|siwx|services)/

/** Adds what is missing, removes what the check rejects, and returns the config's text. Throws if it stays invalid. */
export function settle(draft: Draft, schema: string, rules: Rules): string {
  const { config } = draft
  config.$schema = schema
  if (!config.projectId) {
    config.projectId = 'your-project-id'
    draft.leave('projectId', hints.projectId)
  }
  setMode(config)
  // Removing an entry from a list can make another entry invalid, so repeat until no issue is left.
  for (let round = 0; round < 100; round += 1) {
    if (!Array.isArray(config.networks) || !config.networks.length) {
      config.networks = [FALLBACK]
      draft.lose('networks', hints.noNetworks)
    }
    const text = print(config)
    const [first] = readConfig(text, CONFIG_FILE, rules).issues
    if (!first) return text
    const parts = pointerParts(first.pointer)
    const feature = parts.length === 2 && parts[0] === 'features'
    const notYet = feature && /not in this version/.test(first.message)
    const say = LOSSES.test(first.path) ? draft.lose.bind(draft) : draft.leave.bind(draft)
    say(nameOf(config, parts, first.path), notYet ? hints.notYet : `${first.message}; it was left out.`)
    if (feature) draft.write(parts, false)
    else if (!remove(config, parts)) throw new Error(`${first.path}: ${first.message}`)
  }
  throw new Error('The config never became valid')
}

/** Sets the mode that the theme's surface or text colour belongs to: in the other mode texts could not be read. */
function setMode({ theme }: JsonObject): void {
  if (!isObject(theme) || theme.mode !== undefined || !isObject(theme.variables)) return
  const color = (name: string) => {
    const value = isObject(theme.variables) ? theme.variables[name] : undefined
    return typeof value === 'string' ? modeOf(value) : undefined
  }
  const text = color('--wk-text-1')
  const mode = color('--wk-surface-0') ?? (text && (text === 'dark' ? 'light' : 'dark'))
  if (mode) theme.mode = mode
}

function print(config: JsonObject): string {
  const rank = (key: string) => ORDER.indexOf(key) + 1 || ORDER.length + 1
  const sorted = Object.entries(config).sort(([a], [b]) => rank(a) - rank(b))
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
}

/** Names a list entry by its id, because its index changes when another entry is removed. */
function nameOf(config: JsonObject, parts: readonly string[], path: string): string {
  const above = valueAt(config, parts.slice(0, -1))
  const value = valueAt(config, parts)
  if (!Array.isArray(above)) return path
  const id = isObject(value) ? (value.caipNetworkId ?? value.id ?? value.name) : value
  return `${path.replace(/\[\d+\]$/, '')}: ${show(id)}`
}

const valueAt = (config: JsonObject, parts: readonly string[]): Json | undefined =>
  parts.reduce<Json | undefined>(
    (at, key) => (Array.isArray(at) ? at[Number(key)] : isObject(at) ? at[key] : undefined),
    config,
  )

/** Removes the value at a place of the config. Returns false when there is nothing to remove. */
function remove(config: JsonObject, parts: readonly string[]): boolean {
  const last = parts.at(-1)
  if (last === undefined) return false
  const at = valueAt(config, parts.slice(0, -1))
  if (Array.isArray(at)) return at.splice(Number(last), 1).length > 0
  if (!isObject(at) || !(last in at)) return false
  delete at[last]
  return true
}
