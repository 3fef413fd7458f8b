/** Simulates a broken network: a proxy in front of the sandbox that ends connections at a random byte. */
import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Random numbers in [0, 1). The same seed gives the same sequence (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * When a connection ends. `request`: the sandbox got only a part of the request. `response`: the sandbox processed the
 * request, but the page gets only a part of the response.
 */
export type Moment = 'request' | 'response'
/** A connection that was cut. `kind` is the call (see `kindOf`); `at` of the message's `of` bytes were passed on. */
export type Cut = { moment: Moment; kind: string; at: number; of: number }

export type Plan = {
  /** How many calls succeed first. The next one is cut. */
  skip: number
  /** The probability from 0 to 1 with which each call after that is cut. */
  chance: number
  /** The maximum number of cuts. */
  most: number
  /** Only cut calls of these kinds. Other calls succeed and are not counted. */
  only?: (kind: string) => boolean
}

export type Cutter = {
  url: string
  /** All cuts so far, oldest first. Proxies that share the list share its entries. */
  cuts: readonly Cut[]
  /** The number of calls so far, cut or not. */
  calls: () => number
  arm: (plan: Plan) => void
  /** Stops cutting calls. */
  heal: () => void
  close: () => void
}

/** Starts the proxy on a free port of this computer. `target` is the sandbox's URL. Without a plan it cuts nothing. */
export async function startCutter(target: string, random: () => number, cuts: Cut[] = []): Promise<Cutter> {
  const sockets = new Set<Socket>()
  let plan: Plan | undefined
  let calls = 0

  /** Decides whether to cut this call, and when; undefined lets it succeed. */
  function draw(kind: string): Moment | undefined {
    calls++
    if (!plan || plan.most <= 0 || plan.only?.(kind) === false) return undefined
    const [isFirst, isHit] = [plan.skip === 0, random() < plan.chance]
    const isNow = isFirst || (plan.skip < 0 && isHit)
    plan = { ...plan, skip: plan.skip - 1, most: plan.most - (isNow ? 1 : 0) }
    if (!isNow) return undefined
    return random() < 0.5 ? 'request' : 'response'
  }

  const server = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1')
    let [asked, answered] = [Buffer.alloc(0), Buffer.alloc(0)]
    let waits: { kind: string } | undefined
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay(true))
      socket.on('error', () => undefined)
      socket.on('close', () => (sockets.delete(socket), client.destroy(), upstream.destroy()))
    }
    /** Passes on some of the bytes, then closes both connections, cleanly (FIN) or abruptly (RST). */
    function kill(moment: Moment, kind: string, bytes: Buffer) {
      const at = Math.floor(random() * bytes.length)
      cuts.push({ moment, kind, at, of: bytes.length })
      const end = random() < 0.5 ? () => client.destroy() : () => client.resetAndDestroy()
      const to = moment === 'request' ? upstream : client
      if (at === 0) end()
      else to.write(bytes.subarray(0, at), end)
    }
    client.on('data', (chunk: Buffer) => {
      asked = Buffer.concat([asked, chunk])
      if (!isWhole(asked)) return
      const [bytes, kind] = [asked, kindOf(asked)]
      asked = Buffer.alloc(0)
      const moment = draw(kind)
      if (moment === 'request') return kill(moment, kind, bytes)
      waits = moment && { kind }
      upstream.write(bytes)
    })
    upstream.on('data', (chunk: Buffer) => {
      if (!waits) return client.write(chunk)
      answered = Buffer.concat([answered, chunk])
      if (isWhole(answered)) kill('response', waits.kind, answered)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts,
    calls: () => calls,
    arm: (next) => void (plan = next),
    heal: () => void (plan = undefined),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Whether the bytes are a complete HTTP/1.1 message, by its length or its last chunk. */
function isWhole(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = bytes.toString('latin1', 0, end)
  if (/^transfer-encoding: chunked/im.test(head)) return bytes.subarray(-7).toString('latin1') === '\r\n0\r\n\r\n'
  return bytes.length >= end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}

/** The kind of a call: a JSON-RPC call's method, else the path with `*` in place of addresses. */
function kindOf(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  const methods = [...text.matchAll(/"method":"(\w+)"/g)].flatMap(([, name]) => name ?? [])
  // The first request to a node also asks for its chain id.
  const method = methods.find((name) => name !== 'eth_chainId') ?? methods[0]
  if (method !== undefined) return method
  const path = /^\S+ ([^?\s]+)/.exec(text)?.[1] ?? ''
  return path.replace(/0x[0-9a-f]{40}/gi, '*')
}
