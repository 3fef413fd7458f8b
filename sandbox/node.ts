import { spawn, type ChildProcess } from 'node:child_process'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { testAccounts, testMnemonic } from './accounts.ts'
import type { ChainInfo } from './chains.ts'

/** A JSON-RPC call and its outcome; `error` is the node's own error object. */
export type Call = { method: string; params: unknown[] }
export type Outcome = { result: unknown; error?: undefined } | { result?: undefined; error: { message: string } }

/** A chain with JSON-RPC. `forward` answers a body with one call or a batch; `join` takes over a websocket. */
export type RpcChain = {
  name: string
  caipNetworkId: string
  forward: (body: Buffer) => Promise<{ status: number; body: Buffer }>
  join: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
}

/**
 * A running local EVM node. `forward` and `join` pass bodies and websocket frames through unchanged; the bundler's copy
 * of a node has a `forward` that answers the bundler's methods itself.
 */
export type EvmNode = ChainInfo &
  RpcChain & {
    readonly port: number
    readonly pid: number
    running: () => boolean
    request: (method: string, params?: unknown[]) => Promise<unknown>
    batch: (calls: Call[]) => Promise<Outcome[]>
    stop: () => Promise<void>
  }

const startTimeout = 20_000
const answerTimeout = 60_000

/** Finds the node's binary inside its platform package, so that no install script has to run. */
function findAnvil(): string {
  const system = process.platform === 'win32' ? 'win32' : process.platform
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  const file = `@foundry-rs/anvil-${system}-${machine}/bin/anvil${system === 'win32' ? '.exe' : ''}`
  try {
    const base = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
    return createRequire(base).resolve(file)
  } catch (cause) {
    throw new Error(
      `The local EVM node is not installed for ${process.platform}-${process.arch}. ` +
        'Install the packages again without --omit=optional.',
      { cause },
    )
  }
}

/**
 * Resolves with the port that the node prints. Rejects with the node's output when it exits, or when it prints no port
 * in time.
 */
function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (why: string) => reject(new Error(`The local EVM node ${why}. It printed:\n${printed.slice(-2000)}`))
    const timer = setTimeout(() => fail(`was not ready in ${startTimeout / 1000} s`), startTimeout)
    const read = (chunk: Buffer) => {
      if (printed.length < 100_000) printed += chunk.toString('utf8')
      const port = /Listening on [^\s]*:(\d+)/.exec(printed)?.[1]
      if (!port) return
      clearTimeout(timer)
      resolve(Number(port))
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', (error) => (clearTimeout(timer), fail(`could not be started (${error.message})`)))
    child.once('exit', (code, signal) => (clearTimeout(timer), fail(`ended (${signal ?? code})`)))
  })
}

type Ask = (method: string, params: unknown[]) => Promise<unknown>

/**
 * Sends transactions one after the other. The node chooses the nonce, and would give two transactions of an account the
 * same nonce if they arrived together.
 */
function sendingInTurn(ask: Ask) {
  let sends: Promise<unknown> = Promise.resolve()
  return (method: string, params: unknown[] = []): Promise<unknown> => {
    if (method !== 'eth_sendTransaction') return ask(method, params)
    sends = sends.catch(() => undefined).then(() => ask(method, params))
    return sends
  }
}

/**
 * Starts a node on a free port of the loopback interface. It is ready when this resolves. `more` are further flags of
 * anvil.
 */
export async function startNode(chain: ChainInfo, more: readonly string[] = []): Promise<EvmNode> {
  const flags = ['--host', '127.0.0.1', '--port', '0', '--no-cors', '--chain-id', String(chain.id)]
  const accounts = ['--mnemonic', testMnemonic, '--accounts', String(testAccounts.length), '--balance', '10000']
  const child = spawn(findAnvil(), [...flags, ...accounts, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const running = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  const killNow = () => void child.kill('SIGKILL')
  process.once('exit', killNow)
  const agent = new Agent({ keepAlive: true })

  const stop = async () => {
    process.off('exit', killNow)
    agent.destroy()
    if (!running()) return
    child.kill('SIGTERM')
    const force = setTimeout(killNow, 2000)
    await exited
    clearTimeout(force)
  }

  let port: number
  try {
    port = await listening(child)
  } catch (error) {
    await stop()
    throw error
  }

  const forward = (body: Buffer) =>
    new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      const request = httpRequest(
        { host: '127.0.0.1', port, method: 'POST', path: '/', agent, headers, timeout: answerTimeout },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => resolve({ status: response.statusCode ?? 502, body: Buffer.concat(chunks) }))
          response.on('error', reject)
        },
      )
      request.on('timeout', () => request.destroy(new Error('The local EVM node did not answer')))
      request.on('error', reject)
      request.end(body)
    })

  const batch = async (calls: Call[]): Promise<Outcome[]> => {
    if (!calls.length) return []
    const body = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }))
    const answer = await forward(Buffer.from(JSON.stringify(body)))
    const outcomes = JSON.parse(answer.body.toString('utf8')) as (Outcome & { id: number })[]
    const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]))
    return calls.map((call, id) => byId.get(id) ?? { error: { message: `No answer to ${call.method}` } })
  }

  const ask = async (method: string, params: unknown[]) => {
    const [outcome] = await batch([{ method, params }])
    if (!outcome || outcome.error) throw new Error(`${method}: ${outcome?.error?.message ?? 'no answer'}`)
    return outcome.result
  }
  const request = sendingInTurn(ask)

  const join = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const upstream = connect(port, '127.0.0.1')
    const lines = [`host: 127.0.0.1:${port}`]
    for (const [name, value] of Object.entries(request.headers)) {
      if (name !== 'host' && name !== 'origin') lines.push(`${name}: ${String(value)}`)
    }
    upstream.write(`GET / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    upstream.pipe(socket).pipe(upstream)
    upstream.on('error', () => socket.destroy())
    upstream.on('close', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  }

  return { ...chain, port, pid: child.pid ?? -1, running, request, batch, forward, join, stop }
}
