/** Measures main-thread time, heap and nodes at full speed, with the browser's own counters. */
import { setTimeout as wait } from 'node:timers/promises'
import { load, newContext, type Visited, type Visitor } from './visit.ts'
import { round, stat, type Stat } from './times.ts'

/** `task` is all main-thread work, `script` its JavaScript part, in ms. `heap` in MB after garbage collection. */
export type Work = Record<
  | 'loadTask'
  | 'loadScript'
  | 'openTask'
  | 'openScript'
  | 'heapLoaded'
  | 'heapOpen'
  | 'nodesLoaded'
  | 'nodesOpen'
  | 'elementsOpen',
  Stat
>
type Sample = Record<keyof Work, number>

export async function measureWork(visitor: Visitor, url: string, samples: number): Promise<Work> {
  const taken: Sample[] = []
  for (let count = 0; count < samples; count++) taken.push(await once(visitor, url))
  const [first] = taken
  if (!first) throw new Error('No sample was taken')
  return Object.fromEntries(
    Object.keys(first).map((key) => [key, stat(taken.map((sample) => sample[key as keyof Work]))]),
  ) as Work
}

async function once(visitor: Visitor, url: string): Promise<Sample> {
  const context = await newContext(visitor)
  try {
    const visited = await load(context, url)
    await wait(100)
    const loaded = await read(visited)
    const small = await weigh(visited)
    const before = await read(visited)
    await visited.evaluate(() => __bench.open())
    await wait(100)
    const opened = await read(visited)
    const elementsOpen = await visited.evaluate(() => __bench.elements())
    const large = await weigh(visited)
    return {
      loadTask: loaded.task,
      loadScript: loaded.script,
      openTask: round(opened.task - before.task),
      openScript: round(opened.script - before.script),
      heapLoaded: small.heap,
      heapOpen: large.heap,
      nodesLoaded: small.nodes,
      nodesOpen: large.nodes,
      elementsOpen,
    }
  } finally {
    await context.close()
  }
}

async function metrics({ send }: Visited): Promise<(name: string) => number> {
  const { metrics } = await send('Performance.getMetrics')
  return (name) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
}

async function read(visited: Visited) {
  const value = await metrics(visited)
  return { task: round(value('TaskDuration') * 1000), script: round(value('ScriptDuration') * 1000) }
}

async function weigh(visited: Visited) {
  await visited.send('HeapProfiler.collectGarbage')
  const value = await metrics(visited)
  return { heap: round(value('JSHeapUsedSize') / 1e6, 2), nodes: value('Nodes') }
}
