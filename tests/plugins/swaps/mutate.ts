/**
 * Changes one field of one reply of the exchange's service on its way to the page (reliability P60). A proxy between
 * panel and sandbox keeps the honest replies, and changes the next reply of a path.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { onTestFinished } from 'vitest'
import * as figures from '../../../plugins/swaps/figures.ts'
import { inputError } from '../../../plugins/swaps/form.ts'
import type { Sandbox } from '../../../sandbox/index.ts'
import { sandboxConfig } from '../../support/kit.ts'
import { fill, openPanel, type Panel } from './kit.ts'

type Json = Record<string, unknown>
type Change = (reply: Json) => Json

/** Starts the proxy. It requests each honest reply from the sandbox only once. */
export async function proxyOf({ url }: Sandbox) {
  const kept = new Map<string, string>()
  let pending: { path: string; change: Change } | undefined
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const key = `${request.method} ${request.url} ${body}`
      const answer = async () => {
        if (request.url?.startsWith('/rpc/')) return rpc(request.url, body)
        const honest = kept.get(key) ?? (await forward(request.method ?? 'GET', request.url ?? '', body))
        kept.set(key, honest)
        if (!pending || !request.url?.startsWith(pending.path)) return honest
        const { change } = pending
        pending = undefined
        return JSON.stringify(change(JSON.parse(honest) as Json))
      }
      answer().then(
        (text) => response.writeHead(200, HEADERS).end(text),
        () => response.writeHead(502).end(),
      )
    })
  })
  const forward = async (method: string, path: string, body: string) => {
    const init = body === '' ? {} : { body, headers: { 'content-type': 'application/json' } }
    const reply = await fetch(new URL(path, url), { method, ...init })
    if (!reply.ok) throw new Error(String(reply.status))
    return reply.text()
  }
  /** Keep the node's answers too: nothing is mined meanwhile. */
  const rpc = async (path: string, body: string) => {
    const calls = [JSON.parse(body) as RpcCall | RpcCall[]].flat()
    const answers = await Promise.all(
      calls.map(async ({ id, ...call }) => {
        const key = JSON.stringify(call)
        const text = kept.get(key) ?? (await forward('POST', path, JSON.stringify({ id: 1, ...call })))
        kept.set(key, text)
        return { ...(JSON.parse(text) as object), id }
      }),
    )
    return JSON.stringify(body.startsWith('[') ? answers : answers[0])
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    change: (path: string, change: Change) => void (pending = { path, change }),
    /** Whether a reply was changed. */
    isMet: () => pending === undefined,
  }
}
type RpcCall = { id: number; method: string; params: unknown }
const HEADERS = { 'content-type': 'application/json' }

export type Mutation = { reply: 'quotes' | 'build'; field: string; how: How }
type How =
  | { kind: 'remove' }
  | { kind: 'set'; value: unknown }
  /** In thousandths of the honest amount. */
  | { kind: 'scale'; by: number }
  | { kind: 'add'; value: bigint }
  /** Replaces a hex digit. `at` is counted modulo the length. */
  | { kind: 'digit'; at: number; to: string }
  /** Replaces a 32-byte word of the call data. */
  | { kind: 'word'; at: number; to: string }
  | { kind: 'cut'; by: number }
  | { kind: 'append'; hex: string }

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
const address = hex(40).map((digits) => `eip155:31337:0x${digits}`)
const junk = fc.constantFrom<unknown>(null, '', '0', 0, -1, '-1', '1.5', '0x1', true, [], {}, 'junk', '9'.repeat(78))
const common = [fc.constant<How>({ kind: 'remove' }), junk.map((value): How => ({ kind: 'set', value }))] as const
const amount = fc.oneof<fc.Arbitrary<How>[]>(
  ...common,
  fc.integer({ min: 0, max: 5000 }).map((by): How => ({ kind: 'scale', by })),
  fc.bigInt(-(10n ** 12n), 10n ** 30n).map((value): How => ({ kind: 'add', value })),
)
const account = fc.oneof<fc.Arbitrary<How>[]>(
  ...common,
  address.map((value): How => ({ kind: 'set', value })),
  fc.tuple(fc.nat(60), hex(1)).map(([at, to]): How => ({ kind: 'digit', at, to })),
)
const data = fc.oneof<fc.Arbitrary<How>[]>(
  ...common,
  fc.tuple(fc.nat(600), hex(1)).map(([at, to]): How => ({ kind: 'digit', at, to })),
  fc.tuple(fc.nat(8), hex(64)).map(([at, to]): How => ({ kind: 'word', at, to })),
  fc.tuple(fc.nat(8), hex(40)).map(([at, to]): How => ({ kind: 'word', at, to: to.padStart(64, '0') })),
  fc.integer({ min: 1, max: 200 }).map((by): How => ({ kind: 'cut', by })),
  fc
    .integer({ min: 1, max: 40 })
    .chain((bytes) => hex(bytes * 2))
    .map((more): How => ({ kind: 'append', hex: more })),
)

const fields: Record<string, { reply: Mutation['reply']; how: fc.Arbitrary<How> }> = {
  'quotes.0.fromAmount': { reply: 'quotes', how: amount },
  'quotes.0.toAmount': { reply: 'quotes', how: amount },
  'quotes.0.fromAccount': { reply: 'quotes', how: account },
  'quotes.0.toAccount': { reply: 'quotes', how: account },
  quotes: { reply: 'quotes', how: fc.oneof(...common) },
  'tx.from': { reply: 'build', how: account },
  'tx.to': { reply: 'build', how: account },
  'tx.data': { reply: 'build', how: data },
  'tx.value': { reply: 'build', how: amount },
  'tx.amount': { reply: 'build', how: amount },
  'tx.eip155.gas': { reply: 'build', how: amount },
  'tx.eip155.gasPrice': { reply: 'build', how: amount },
  tx: { reply: 'build', how: fc.oneof(...common) },
}

export const mutations: fc.Arbitrary<Mutation> = fc
  .constantFrom(...Object.keys(fields), 'tx.data', 'tx.data', 'tx.to', 'quotes.0.toAmount')
  .chain((field) => {
    const { reply, how } = fields[field] ?? { reply: 'build', how: data }
    return how.map((change) => ({ reply, field, how: change }))
  })

/** The reply with the change, or the same reply if the change makes no difference. */
export function mutate(reply: Json, { field, how }: Mutation): Json {
  const copy = structuredClone(reply)
  const path = field.split('.')
  const last = path.pop() ?? ''
  const holder = path.reduce<Json | undefined>((each, name) => each?.[name] as Json | undefined, copy)
  if (!holder) return copy
  const before = holder[last]
  if (how.kind === 'remove') delete holder[last]
  else holder[last] = changed(before, how)
  return copy
}

function changed(before: unknown, how: Exclude<How, { kind: 'remove' }>): unknown {
  if (how.kind === 'set') return how.value
  const text = typeof before === 'string' ? before : ''
  const number = /^\d+$/.test(text) ? BigInt(text) : 0n
  if (how.kind === 'scale') return String((number * BigInt(how.by)) / 1000n)
  if (how.kind === 'add') return String(number + how.value)
  const start = text.indexOf('0x') + 2
  const digits = text.slice(start)
  const head = text.slice(0, start)
  if (how.kind === 'append') return head + digits + how.hex
  if (how.kind === 'cut') return head + digits.slice(0, Math.max(0, digits.length - how.by))
  const [width, skip] = how.kind === 'word' ? [64, 8] : [1, 0]
  const places = Math.max(1, Math.floor((digits.length - skip) / width))
  const at = skip + (how.at % places) * width
  return head + digits.slice(0, at) + how.to + digits.slice(at + width)
}

export type Route = 'approval' | 'token' | 'ether'
export type Verdict = 'same' | 'blocked' | 'flagged' | 'harmless' | 'let through'

/** Opens a panel with a review of one kind, behind the proxy. Its wallet refuses all requests. */
export async function openRoute(sandbox: Sandbox, route: Route) {
  const proxy = await proxyOf(sandbox)
  const { services, networks = [] } = sandboxConfig(sandbox)
  const nodes = networks.map((each) => ({ ...each, rpcUrls: { default: { http: [`${proxy.url}/rpc/${each.id}`] } } }))
  if (route === 'token') await approveUsdc(await openPanel(sandbox), sandbox)
  const panel = await openPanel(sandbox, { config: { networks: nodes, services: { ...services, api: proxy.url } } })
  const [from, to, text] = {
    approval: ['DAI', 'ETH', '10'],
    token: ['USDC', 'ETH', '10'],
    ether: ['ETH', 'DAI', '0.25'],
  }[route] as [string, string, string]
  await fill(panel, from, to, text)
  panel.wallet.set({ answer: 'reject' })
  const honest = await review(panel)
  return { judge: (mutation: Mutation) => judge(panel, proxy, route, mutation, honest), honest }
}

const approveUsdc = async ({ pluginKit: { chain } }: Panel, sandbox: Sandbox) => {
  const usdc = sandbox.tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)
  const data = `0x095ea7b3${sandbox.exchange.router.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`
  await chain.waitForTransaction(await chain.sendTransaction({ to: usdc?.address ?? '', data }))
}

/** What the wallet is asked for, and what the review says. */
async function review({ controller, wallet }: Panel) {
  await controller.prepare()
  const [blocked, flags, mayFail] = [
    figures.blocked(controller),
    figures.flags(controller),
    figures.mayFail(controller),
  ]
  const facts = { figure: figures.toTokenAmount(controller), impact: figures.impact(controller) }
  const isTold = flags.length > 0 || mayFail || facts.impact !== 'none' || inputError(controller) !== undefined
  const [isFree, isPossible] = [controller.mayStart(), controller.mayStart(true)]
  const from = wallet.requests.length
  if (isFree) await controller.swap()
  const asked = wallet.requests.slice(from).filter(({ method }) => method === 'eth_sendTransaction')
  return { ...facts, blocked, isTold, isFree, isPossible, asked: JSON.stringify(asked) }
}

async function judge(
  panel: Panel,
  proxy: Awaited<ReturnType<typeof proxyOf>>,
  route: Route,
  mutation: Mutation,
  honest: Awaited<ReturnType<typeof review>>,
): Promise<Verdict> {
  const { controller } = panel
  // First show the honest figure, as visitors see it.
  if (figures.toTokenAmount(controller) !== honest.figure) await controller.prepare()
  const build = route === 'approval' ? 'build-approve' : 'build-transaction'
  let isSame = false
  proxy.change(`/v1/convert/${mutation.reply === 'quotes' ? 'quotes' : build}`, (reply) => {
    const next = mutate(reply, mutation)
    isSame = JSON.stringify(next).toLowerCase() === JSON.stringify(reply).toLowerCase()
    return next
  })
  const seen = await review(panel)
  if (isSame) return 'same'
  if (!seen.isPossible) return 'blocked'
  if (!seen.isFree || seen.isTold) return 'flagged'
  return isSameSwap(seen.asked, honest.asked) && seen.figure === honest.figure ? 'harmless' : 'let through'
}

/** The fifth word of the router's call: its deadline. The service may choose any within the hour. */
const DEADLINE = /(?<="data":"0x17844678[0-9a-f]{256})[0-9a-f]{64}/i

function isSameSwap(asked: string, honest: string): boolean {
  if (asked.replace(DEADLINE, '') !== honest.replace(DEADLINE, '')) return false
  const [deadline] = DEADLINE.exec(asked) ?? ['0']
  return asked === honest || BigInt(`0x${deadline}`) <= BigInt(Math.floor(Date.now() / 1000) + 3600)
}

/** Judges `runs` random mutations, and counts the verdicts. */
export async function count(sandbox: Sandbox, route: Route, runs: number, seed = 20_261_122) {
  const { judge: judgeOne, honest } = await openRoute(sandbox, route)
  const verdicts: Record<Verdict, number> = { same: 0, blocked: 0, flagged: 0, harmless: 0, 'let through': 0 }
  const through: Mutation[] = []
  for (const mutation of fc.sample(mutations, { numRuns: runs, seed })) {
    const verdict = await judgeOne(mutation)
    verdicts[verdict]++
    if (verdict === 'let through') through.push(mutation)
  }
  return { verdicts, through, honest }
}
