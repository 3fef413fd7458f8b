/**
 * Counts what a page holds: DOM listeners and heap by the browser's counters; timers, sockets and wallet listeners by
 * {@link COUNTERS}.
 */
import type { Visited } from './flow.ts'

/** A script that counts timers, sockets and wallet listeners. It must run before the page's own code. */
export const COUNTERS = `globalThis.held = { timers: new Set(), sockets: new Set() };
{ const { timers, sockets } = held; const [set, clear, every, stop] = [setTimeout, clearTimeout, setInterval, clearInterval]
globalThis.setTimeout = (run, ...rest) => { const id = set((...args) => { timers.delete(id); run(...args) }, ...rest); timers.add(id); return id }
globalThis.clearTimeout = (id) => { timers.delete(id); clear(id) }
globalThis.setInterval = (...args) => { const id = every(...args); timers.add(id); return id }
globalThis.clearInterval = (id) => { timers.delete(id); stop(id) }
const Own = WebSocket
globalThis.WebSocket = class extends Own { constructor(...args) { super(...args); sockets.add(this); this.addEventListener('close', () => sockets.delete(this)) } }
held.wallet = 0
addEventListener('eip6963:announceProvider', ({ detail: { provider } }) => { if (provider.counted) return; provider.counted = true
  const { on, removeListener } = provider
  provider.on = (...args) => { held.wallet++; return on(...args) }
  provider.removeListener = (...args) => { held.wallet--; return removeListener(...args) } }) }`

export type Counted = { listeners: number; heap: number; timers: number; sockets: number; walletListeners: number }

export async function counted({ page }: Visited): Promise<Counted> {
  // Empty the lists that the test itself records, so that they do not count as the page's growth.
  await page.evaluate(() => {
    const wallets = Object.values(globalThis.__walletkitTest ?? {}) as unknown as { requests: unknown[] }[]
    for (const list of [events, errors, ...wallets.map(({ requests }) => requests)]) list.length = 0
  })
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { jsEventListeners } = await session.send('Memory.getDOMCounters')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  const own = await page.evaluate(() => {
    type Held = { timers: Set<unknown>; sockets: Set<unknown>; wallet: number }
    const { timers, sockets, wallet } = (globalThis as unknown as { held: Held }).held
    return { timers: timers.size, sockets: sockets.size, walletListeners: wallet }
  })
  return { listeners: jsEventListeners, heap: usedSize, ...own }
}
