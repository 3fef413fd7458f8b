/**
 * Walks a page through the state of a recorded session, step by step. Only on the sandbox: views fetch what they show,
 * and a recorded account must not be looked up on a real network.
 */
import type { Kit } from '../../contracts/kit.ts'
import { callable } from '../../http/hostFetch.ts'
import { type Namespace, namespacesOf } from '../../lib/namespace.ts'
import { initialAccount } from '../../state/accounts.ts'
import { isPlainRecord, type Plain, plain, type PlainRecord } from './plain.ts'
import type { Recording } from './recording.ts'
import { type Entry, type Records, stateAt } from './timeline.ts'

export type Replay = {
  readonly entries: readonly Entry[]
  /** How many entries have been applied. */
  at: () => number
  go: (at: number) => void
  /** Puts the page's own state back. */
  stop: () => void
}

/** What a replay may set. Connections are left out: a replay must not act in a wallet's name. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  modal: ['open', 'loading', 'shake', 'namespace'],
  router: ['view', 'params', 'history', 'direction'],
  toast: ['open', 'message', 'note', 'variant', 'svg', 'autoClose'],
  alert: ['open', 'code', 'message', 'variant'],
  theme: ['choice', 'mode', 'variables'],
  networks: ['activeChain', 'unsupported', 'switchingNamespace'],
}
const ACCOUNT_FIELDS = [
  ...['status', 'caipAddress', 'address', 'allAccounts', 'balance', 'balanceSymbol', 'balanceStatus'],
  ...['balanceLoading', 'tokenBalance'],
  ...[
    'profileName',
    'profileImage',
    'connectedWalletInfo',
    'preferredAccountType',
    'smartAccountDeployed',
    'currentTab',
  ],
]

/** Whether every host that the kit may call is this computer. Call it after `complete`, which adds the public nodes. */
export const isOnSandbox = (kit: Kit): boolean =>
  [...callable(kit)].every((origin) => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(origin).hostname))

export function createReplay(kit: Kit, recording: Recording): Replay {
  const own = new Map(namespacesOf(kit.state.accounts).map((each) => [each, kit.state.accounts[each].allAccounts]))
  const before = currentRecords(kit)
  const putBack = keepState(kit)
  let at = 0
  const show = (records: Records) => {
    const standIn = (namespace: Namespace, number: number) =>
      own.get(namespace)?.[number - 1]?.address ?? own.get(namespace)?.[0]?.address ?? STAND_INS[namespace] ?? ''
    apply(kit, records, before, standIn)
  }
  show(stateAt(recording, 0))
  return {
    entries: recording.entries,
    at: () => at,
    go: (to) => {
      at = Math.max(0, Math.min(recording.entries.length, to))
      show(stateAt(recording, at))
    },
    stop: putBack,
  }
}

/**
 * Valid addresses that stand in for those that the redactor removed from a recording. No account of a person has them.
 */
const STAND_INS: Readonly<Partial<Record<Namespace, string>>> = {
  eip155: '0x000000000000000000000000000000000000dEaD',
  solana: '11111111111111111111111111111112',
  polkadot: '5C4hrfjw9DjXZTzV3MwzrrAr9P1MJhSrvWGWqi1eSuyUpnhM',
  bip122: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
}

function currentRecords({ state }: Kit): Records {
  const accounts = namespacesOf(state.accounts).map((each) => {
    const { socialWindow: _popup, ...fields } = state.accounts[each]
    return [`accounts.${each}`, plainRecord(fields)] as const
  })
  const { modal, router, toast, alert, theme, networks } = state
  const { activeChain = null, unsupported, switchingNamespace } = networks
  const whole = Object.entries({
    modal,
    router,
    toast,
    alert,
    theme,
    networks: { activeChain, unsupported, switchingNamespace },
  })
  return Object.fromEntries([...whole.map(([name, fields]) => [name, plainRecord(fields)] as const), ...accounts])
}

/**
 * Keeps the values themselves of all that a replay sets, because a copy as JSON has no functions and cuts what is long.
 * Returns a function that puts them back.
 */
function keepState({ state }: Kit): () => void {
  const { accounts, networks } = state
  const namespaces = namespacesOf(accounts)
  const targets: [target: object, names: readonly string[]][] = [
    ...namespaces.map((each): [object, readonly string[]] => [accounts[each], ACCOUNT_FIELDS]),
    ...namespaces.map((each): [object, readonly string[]] => [networks[each], ['caipNetwork']]),
    ...Object.entries(FIELDS).map(([name, fields]): [object, readonly string[]] => [state[name as 'modal'], fields]),
  ]
  const kept = targets.flatMap(([target, names]) =>
    names.map((name) => [target, name, Reflect.get(target, name) as unknown] as const),
  )
  return () => kept.forEach(([target, name, value]) => void Reflect.set(target, name, value))
}

type StandIn = (namespace: Namespace, number: number) => string

/** Sets the kit's state to recorded fields. `own` is the page's state, for fields that the recording lacks. */
function apply({ state }: Kit, records: Records, own: Records, standIn: StandIn) {
  const { accounts, networks } = state
  for (const namespace of namespacesOf(accounts)) {
    const record = records[`accounts.${namespace}`]
    const fields = resolved(record ?? {}, (number) => standIn(namespace, number))
    // An account has most of its fields only while it is connected; the others get their initial values.
    if (record) assign(accounts[namespace], { ...plainRecord(initialAccount()), ...fields }, ACCOUNT_FIELDS)
    const wanted = records[`networks.${namespace}`]?.['caipNetwork']
    const found = networks[namespace].requestedCaipNetworks.find(({ caipNetworkId }) => caipNetworkId === wanted)
    if (found) networks[namespace].caipNetwork = found
  }
  for (const [name, fields] of Object.entries(FIELDS))
    assign(state[name as 'modal'], { ...own[name], ...resolved(records[name] ?? {}, () => '') }, fields)
}

/** Copies the named fields from the source to the target; one that the source lacks becomes absent. */
function assign(target: object, source: PlainRecord, names: readonly string[]) {
  for (const name of names) Reflect.set(target, name, source[name] ?? undefined)
}

const plainRecord = (fields: object) => plain(fields) as PlainRecord

const AMOUNTS = /^(?:balance|tokenBalance)$/

/**
 * Replaces each placeholder of a removed address (`<address 1>`) by what `address` returns for its number. `balance`
 * and `tokenBalance` become absent if anything in them was removed, because a view could not format a placeholder.
 */
function resolved(fields: PlainRecord, address: (number: number) => string): PlainRecord {
  const fill = (value: Plain): Plain => {
    if (typeof value === 'string')
      return value.replace(/<address (\d+)>/g, (_, number: string) => address(Number(number)))
    if (Array.isArray(value)) return value.map(fill)
    return isPlainRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]))
      : value
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      AMOUNTS.test(name) && JSON.stringify(value).includes('<') ? null : fill(value),
    ]),
  )
}
