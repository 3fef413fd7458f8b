/**
 * Where the main thread spends its time when the modal opens: by phase, until the row is shown and after that. From a
 * trace.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { isRecord } from '../../runtime/lib/isRecord.ts'
import { round, stat, type Stat } from './times.ts'
import { load, newContext, type Visitor } from './visit.ts'

/** An event of Chromium's trace format. Times in microseconds. */
export type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number }

export const PHASES = ['fetch', 'evaluate', 'script', 'style', 'layout', 'paint', 'other'] as const
export type Phase = (typeof PHASES)[number]

const PHASE_OF: Readonly<Record<string, Phase>> = {
  ResourceReceiveResponse: 'fetch',
  ResourceReceivedData: 'fetch',
  ResourceFinish: 'fetch',
  'v8.parseOnBackground': 'fetch',
  EvaluateScript: 'evaluate',
  'v8.evaluateModule': 'evaluate',
  'v8.compile': 'evaluate',
  'v8.compileModule': 'evaluate',
  FunctionCall: 'script',
  RunMicrotasks: 'script',
  // Newer Chromium traces what runs in microtasks and callbacks under these names.
  BlinkScheduler_PerformMicrotaskCheckpoint: 'script',
  'v8.callFunction': 'script',
  'v8.newInstance': 'script',
  EventDispatch: 'script',
  FireAnimationFrame: 'script',
  TimerFire: 'script',
  MinorGC: 'script',
  MajorGC: 'script',
  UpdateLayoutTree: 'style',
  ParseAuthorStyleSheet: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
}

/** The ms by phase, each event without those inside it. `paints` and `layouts` are numbers of events. */
export type Spent = Record<Phase, number> & { paints: number; layouts: number }
export type Spans = { untilRow: Spent; afterRow: Spent }

/** The marks that the page sets around the click. */
const CLICK = 'bench:click'
const ROW = 'bench:row'

const nothing = (): Spent => ({
  ...(Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>),
  paints: 0,
  layouts: 0,
})

/** Sums the times of the thread that set the marks. @throws Error if a mark is missing */
export function spansOf(events: readonly TraceEvent[]): Spans {
  const click = events.find(({ name }) => name === CLICK)
  const row = events.find(({ name }) => name === ROW)
  if (!click || !row) throw new Error('The trace has no mark of the click or of the row')
  const spans: Spans = { untilRow: nothing(), afterRow: nothing() }
  const own = events
    .filter(({ ph, pid, tid, ts }) => ph === 'X' && pid === click.pid && tid === click.tid && ts >= click.ts)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const open: { event: TraceEvent; inside: number }[] = []
  const close = (until: number) => {
    for (let last = open.at(-1); last; last = open.at(-1)) {
      const { event, inside } = last
      const { name, ts, dur = 0 } = event
      if (ts + dur > until) return
      open.pop()
      const around = open.at(-1)
      if (around) around.inside += dur
      const spent = ts < row.ts ? spans.untilRow : spans.afterRow
      spent[PHASE_OF[name] ?? 'other'] += Math.max(0, dur - inside) / 1000
      if (name === 'Paint') spent.paints++
      if (name === 'Layout') spent.layouts++
    }
  }
  for (const event of own) {
    close(event.ts)
    open.push({ event, inside: 0 })
  }
  close(Number.POSITIVE_INFINITY)
  return spans
}

export type Phases = Record<keyof Spans, Record<keyof Spent, Stat>>

const CATEGORIES = 'toplevel,devtools.timeline,v8,blink.user_timing,disabled-by-default-devtools.timeline'
/** The ms after the row until all motion has ended. */
const REST = 600

export async function measurePhases(visitor: Visitor, url: string, samples: number): Promise<Phases> {
  const taken: Spans[] = []
  for (let count = 0; count < samples; count++) taken.push(spansOf(await trace(visitor, url)))
  const summary = (span: keyof Spans) =>
    Object.fromEntries(
      Object.keys(nothing()).map((key) => [key, stat(taken.map((each) => round(each[span][key as keyof Spent], 2)))]),
    ) as Record<keyof Spent, Stat>
  return { untilRow: summary('untilRow'), afterRow: summary('afterRow') }
}

async function trace(visitor: Visitor, url: string): Promise<TraceEvent[]> {
  const { chromium } = visitor
  const browser = chromium.to()
  const context = await newContext(visitor)
  try {
    const visited = await load(context, url)
    await wait(100)
    await browser('Tracing.start', {
      transferMode: 'ReturnAsStream',
      traceConfig: { includedCategories: CATEGORIES.split(',') },
    })
    await visited.evaluate(async () => {
      performance.mark('bench:click')
      await __bench.open()
      performance.mark('bench:row')
    })
    await wait(REST)
    const ended = chromium.next('Tracing.tracingComplete')
    await browser('Tracing.end')
    const told = await ended
    if (!isRecord(told) || typeof told['stream'] !== 'string') throw new Error('The browser gave no trace')
    const parts: string[] = []
    for (let end = false; !end;) {
      const { data, eof } = await browser('IO.read', { handle: told['stream'] })
      parts.push(data)
      end = eof
    }
    await browser('IO.close', { handle: told['stream'] })
    return (JSON.parse(parts.join('')) as { traceEvents: TraceEvent[] }).traceEvents
  } finally {
    await context.close()
  }
}
