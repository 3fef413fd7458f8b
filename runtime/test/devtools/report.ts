/** A bug report as Markdown, to paste into an issue: the set-up, what is connected, and what happened last. */
import type { Kit } from '../../contracts/kit.ts'
import { originOf } from '../../http/hosts.ts'
import { namespacesOf } from '../../lib/namespace.ts'
import { requestedNetworks } from '../../state/networks.ts'
import { createRedactor, type Redactor } from './redact.ts'
import type { Entry, Timeline } from './timeline.ts'

const LAST = 60
/** The most characters of an entry's detail. */
const DETAIL = 600

/**
 * A redactor that keeps the ids of the config's networks, which are public, and removes the project's id if that has 8
 * characters or more.
 */
export function redactorOf({ config, state }: Kit): Redactor {
  const ids = requestedNetworks(state.networks).flatMap(({ caipNetworkId, id }) => [
    ...caipNetworkId.split(':'),
    String(id),
  ])
  const { projectId } = state.options
  const known = [config.projectId, projectId].filter((id) => id !== undefined)
  return createRedactor({ keep: ids, remove: known.filter((id) => id.length >= 8) })
}

export function bugReport(kit: Kit, timeline: Timeline): string {
  const { state, config } = kit
  const { text, value } = redactorOf(kit)
  const networks = requestedNetworks(state.networks).map(({ caipNetworkId }) => caipNetworkId)
  const features = Object.entries(config.features ?? {}).flatMap(([name, on]) => (on === false ? [] : name))
  const statuses = namespacesOf(state.accounts).map((each) => `${each} ${state.accounts[each].status}`)
  const wallets = Object.values(state.connections).flatMap((list) =>
    (list ?? []).map(({ connector }) => `${connector.id} (${connector.type}, ${connector.chain})`),
  )
  const hosts = Object.values(config.services ?? {}).flatMap(originOf)
  const line = ({ at, kind, title, outcome, took, detail }: Entry) => {
    const answer = outcome === undefined ? '' : ` ${outcome}${took === undefined ? '' : ` after ${took} ms`}`
    const short = JSON.stringify(value(detail))
    return `${String(at).padStart(7)} ms  ${kind.padEnd(7)} ${text(title)}${answer}  ${short.length > DETAIL ? `${short.slice(0, DETAIL)}…` : short}`
  }
  return [
    '### What happened',
    '',
    '### What I expected',
    '',
    '### Set-up',
    '',
    `- Browser: ${text(globalThis.navigator?.userAgent ?? 'none')}`,
    `- Networks: ${networks.join(', ') || 'none'}; active: ${state.networks.activeChain ?? 'none'}`,
    `- Features: ${features.join(', ') || 'none'}`,
    `- Services: ${text(hosts.join(', ')) || 'none'}`,
    `- Accounts: ${statuses.join(', ')}`,
    `- Wallets: ${text(wallets.join(', ')) || 'none'}`,
    `- View: ${state.modal.open ? state.router.view : 'closed'}`,
    '',
    '### What the devtools recorded',
    '',
    '```text',
    ...timeline.entries().slice(-LAST).map(line),
    '```',
    '',
  ].join('\n')
}
