import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startSandbox, type Sandbox, type SandboxStatus } from '../../sandbox/index.ts'

const bin = fileURLToPath(new URL('../../sandbox/bin.ts', import.meta.url))
const sandboxModule = new URL('../../sandbox/index.ts', import.meta.url).href
const running: ChildProcess[] = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

function runBin(...flags: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', bin, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const ended = once(child, 'exit').then(([code]: (number | string | null)[]) => ({ code, ...output }))
  const ready = async () => {
    while (!output.out.includes('\n')) await Promise.race([once(child.stdout, 'data'), ended.then(failed)])
    return JSON.parse(output.out) as SandboxStatus
  }
  const failed = () => {
    throw new Error(`It ended before it was ready: ${output.err}`)
  }
  return { child, ready, ended }
}

/** The ids of every process and its parent, from /proc on Linux, else from `ps`. */
function allProcesses(): number[][] {
  if (process.platform !== 'linux') {
    return execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' })
      .split('\n')
      .filter((row) => !/\bps$/.test(row))
      .map((row) => row.trim().split(/\s+/).slice(0, 2).map(Number))
  }
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const [state, parent] =
        readFileSync(`/proc/${Number(pid)}/stat`, 'utf8')
          .split(') ')
          .at(-1)
          ?.split(' ') ?? []
      return state === 'Z' ? [] : [[Number(pid), Number(parent)]]
    } catch {
      return []
    }
  })
}

/** The ids of all processes that a process started, directly or not. */
function descendants(pid: number): number[] {
  const rows = allProcesses()
  const childrenOf = (parent: number): number[] =>
    rows.flatMap(([child, of]) => (of === parent && child !== undefined ? [child, ...childrenOf(child)] : []))
  return childrenOf(pid)
}

const isAlive = (pid: number) => allProcesses().some(([known]) => known === pid)

async function untilGone(pids: number[]): Promise<number[]> {
  for (let i = 0; i < 40 && pids.some(isAlive); i++) await new Promise((resolve) => setTimeout(resolve, 50))
  return pids.filter(isAlive)
}

describe('startSandbox', () => {
  it('is ready within 5 s, ends what it started, and lets its port go', async () => {
    const before = descendants(process.pid)
    const start = performance.now()
    const sandbox = await startSandbox({ port: 0 })
    expect(performance.now() - start).toBeLessThan(5000)
    const started = descendants(process.pid).filter((pid) => !before.includes(pid))
    expect(started.length).toBeGreaterThanOrEqual(3)
    sandbox.faults.set({ path: '/', kind: 'hang' })
    const hanging = fetch(`${sandbox.url}/v1/supported-chains`).catch((error: unknown) => error)
    while (!sandbox.requests().length) await new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([sandbox.stop(), sandbox.stop()])
    expect(await hanging).toBeInstanceOf(Error)
    expect(started.filter(isAlive)).toEqual([])
    const again = await startSandbox({ port: sandbox.port, strictPort: true })
    expect(again.port).toBe(sandbox.port)
    await again.stop()
  })

  it('tells a client of the Solana chain that it ends, so that the client does not connect again for ever', async () => {
    const sandbox = await startSandbox({ port: 0 })
    const client = new WebSocket(sandbox.solana.wsUrl)
    await once(client, 'open')
    const closed = once(client, 'close')
    await sandbox.stop()
    expect((await closed)[0]).toBe(1000)
  })

  it('leaves nothing open that would keep a process alive, after its chains were used', async () => {
    const script = `
      const { startSandbox } = await import(${JSON.stringify(sandboxModule)})
      const { solana, bitcoin, stop } = await startSandbox({ port: 0 })
      const socket = new (await import('ws')).WebSocket(solana.wsUrl)
      const slot = new Promise((resolve) => socket.on('message', (data) => JSON.parse(data).method && resolve()))
      socket.on('open', () => socket.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}'))
      const height = await (await fetch(bitcoin.url + '/blocks/tip/height')).text()
      await slot
      await stop()
      console.log(height)`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(0)
    expect(Number(printed)).toBeGreaterThan(100)
  })

  it('takes the next free port when its own is taken, and two run side by side with their own chains', async () => {
    const sandboxes: Sandbox[] = []
    try {
      const one = await startSandbox({ port: 0 })
      sandboxes.push(one)
      const two = await startSandbox({ port: one.port })
      sandboxes.push(two)
      expect(two.port).toBeGreaterThan(one.port)
      const mine = { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x64'] }
      await fetch(`${one.url}/rpc/31337`, { method: 'POST', body: JSON.stringify(mine) })
      const heights = [one, two].map(async (sandbox) => {
        const body = JSON.stringify({ ...mine, method: 'eth_blockNumber', params: [] })
        const answer = await fetch(`${sandbox.url}/rpc/31337`, { method: 'POST', body })
        return Number(((await answer.json()) as { result: string }).result)
      })
      const [first = 0, second = 0] = await Promise.all(heights)
      expect(first).toBe(second + 100)
    } finally {
      await Promise.all(sandboxes.map((sandbox) => sandbox.stop()))
    }
  })

  it('fails on a taken port when it must have it, and leaves nothing running', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const before = descendants(process.pid)
    await expect(startSandbox({ port, strictPort: true })).rejects.toThrow(`Port ${port} is taken`)
    expect(descendants(process.pid).filter((pid) => !before.includes(pid))).toEqual([])
    taken.close()
  })
})

describe('walletkit-sandbox', () => {
  it('prints one line of JSON and ends everything on SIGTERM, with code 0', async () => {
    const { child, ready, ended } = runBin('--port', '0', '--seed', 'x', '--json')
    const status = await ready()
    expect(status).toMatchObject({ seed: 'x', chains: [{ running: true }, { running: true }] })
    expect(status.solana.rpcUrl).toBe(`${status.url}/rpc/solana`)
    expect(status.bitcoin.url).toBe(`${status.url}/bitcoin`)
    for (const { accounts } of [status.solana, status.bitcoin, status.polkadot]) expect(accounts).toHaveLength(3)
    expect((await fetch(`${status.url}/status`)).status).toBe(200)
    const started = descendants(child.pid ?? -1)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, err: '' })
    expect(await untilGone(started)).toEqual([])
  })

  it('leaves no chain behind when it is killed outright', async () => {
    const { child, ready } = runBin('--port', '0', '--json')
    await ready()
    const started = descendants(child.pid ?? -1)
    expect(started.length).toBeGreaterThanOrEqual(3)
    child.kill('SIGKILL')
    expect(await untilGone(started)).toEqual([])
  })

  it('ends when the process that it was told to follow is gone', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    running.push(parent)
    const { ready, ended } = runBin('--port', '0', '--json', '--parent', String(parent.pid))
    await ready()
    parent.kill('SIGKILL')
    expect((await ended).code).toBe(0)
  })

  it('refuses a wrong flag with code 1 and says why', async () => {
    expect(await runBin('--port', 'http').ended).toEqual({
      code: 1,
      out: '',
      err: 'walletkit-sandbox: --port takes a whole number up to 65535, not "http"\n',
    })
  })
})
