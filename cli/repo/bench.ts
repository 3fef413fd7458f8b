/**
 * `npm run bench`: measures in a browser, on scaffolded projects, what the wallet costs a visitor (tests/bench). Prints
 * one JSON object to stdout, with `--json` on one line; progress and the table go to stderr. Exits with 1 when a figure
 * that is the same on every machine (bytes, requests, packages) exceeds its limit.
 */
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { testWalletScript } from '../../runtime/test/script.ts'
import { announceScript } from '../../tests/bench/announce.ts'
import { startChromium } from '../../tests/bench/chromium.ts'
import { bytesOf, measureFetched } from '../../tests/bench/fetched.ts'
import {
  bytesFigures,
  exitCode,
  HANGING,
  holds,
  projectFigures,
  ratios,
  table,
  timeFigures,
} from '../../tests/bench/figures.ts'
import { measureInstalled } from '../../tests/bench/installed.ts'
import { measurePhases } from '../../tests/bench/phases.ts'
import { buildFloor, weighReact } from '../../tests/bench/react.ts'
import { servePage, startServices, type Services } from '../../tests/bench/serve.ts'
import { makeSite, packAll, type Site, type Template } from '../../tests/bench/site.ts'
import { measureTimes, round, stat, type Subject, timesOf } from '../../tests/bench/times.ts'
import type { Visitor } from '../../tests/bench/visit.ts'
import { measureWork } from '../../tests/bench/work.ts'
import { startSandbox } from '../../sandbox/index.ts'
import { BROWSER_ADVICE, findChromium, launch } from './browser.ts'
import { main, ROOT, say, step, Stop } from './run.ts'

const SAMPLES = 30
/** How many samples to take of the counters of work and memory. They hardly vary between runs, so few are enough. */
const WORK_SAMPLES = 10
/** The most traces per page. They stay few, because each is several megabytes in memory. */
const TRACES = 5
const SPEEDS = [
  { name: '1x', slowdown: 1 },
  { name: '4x', slowdown: 4 },
]

type Served = { site: Site; url: string }

main(async () => {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, samples: { type: 'string', default: String(SAMPLES) } },
  })
  const samples = Number(values.samples)
  if (!Number.isSafeInteger(samples) || samples < 1) throw new Stop(`--samples ${values.samples} is not a count.`)
  const started = performance.now()
  const [loadBefore = 0] = loadavg()
  const path = await step('finding a browser', findChromium)
  if (!path) throw new Stop(`No browser to measure with. ${BROWSER_ADVICE}`)

  await packAll()
  const services = await startServices()
  const undo: (() => unknown)[] = [services.stop]
  try {
    const pages = await makePages(services, undo)
    const measured = await measure(path, pages, services, samples, undo)
    const { sites } = pages
    const { bytes, fetched, samples: taken, times, hangingRatio, mainThread, phases } = measured
    const figures = (['react', 'html'] as const).flatMap((name) => [
      ...bytesFigures(name, bytes[name]),
      ...timeFigures(name, taken, hangingRatio),
      ...projectFigures(sites[name].site, sites[name].installed),
    ])
    say(`\n${table(figures)}\n`)
    tellFetched(fetched)
    const project = ({ site, installed }: (typeof sites)['react']) => ({
      createSeconds: secondsOf(site.createSeconds),
      buildSeconds: secondsOf(site.buildSeconds),
      ...installed,
    })
    const result = {
      ...bytes.react,
      html: bytes.html,
      samples,
      // The load shows whether the machine was busy with something else, which makes the times unreliable.
      machine: {
        cores: availableParallelism(),
        loadBefore: round(loadBefore, 1),
        loadAfter: round(loadavg()[0] ?? 0, 1),
      },
      reactAloneGzip: sites.react.react,
      files: { react: fetched.react.files, html: fetched.html.files },
      buildReport: { react: weightsOf(sites.react.site), html: weightsOf(sites.html.site) },
      times,
      hangingRatio,
      over: figures.filter((figure) => !holds(figure)).map(({ name, reach, measured }) => ({ name, reach, measured })),
      mainThread,
      phases,
      projects: { react: project(sites.react), html: project(sites.html) },
      seconds: Math.round((performance.now() - started) / 1000),
    }
    process.stdout.write(`${values.json ? JSON.stringify(result) : JSON.stringify(result, null, 2)}\n`)
    return exitCode(figures)
  } finally {
    for (const stop of undo.reverse()) await stop()
  }
})

type Pages = Awaited<ReturnType<typeof makePages>>

/** Makes, builds and serves a project of each template, and the `floor`: a page without a wallet, to compare with. */
async function makePages(services: Services, undo: (() => unknown)[]) {
  const make = async (template: Template) => {
    const site = await makeSite(template, services.url)
    const { url, stop } = await servePage(site.dist)
    undo.push(stop)
    return { site, url, installed: await measureInstalled(site.folder), react: await weighReact(site.folder) }
  }
  const sites = { react: await make('react'), html: await make('html') }
  const floor = await servePage(await step('floor: building', () => buildFloor(join(ROOT, '.cache/bench/floor'))))
  undo.push(floor.stop)
  return { sites, floor }
}

/** Measures the pages in a browser. */
async function measure(
  path: string,
  { sites, floor }: Pages,
  services: Services,
  samples: number,
  undo: (() => unknown)[],
) {
  const sandbox = await step('starting the sandbox', () => startSandbox({ port: 0 }))
  undo.push(sandbox.stop)
  services.join(sandbox.url)
  const chains = sandbox.chains.map(({ id, rpcUrl }) => ({ id, rpcUrl }))
  const wallet = await testWalletScript({ chains })
  const fetched = await step('what is fetched', async () => {
    const browser = await launch(path)
    const by = ({ url, site: { dist } }: Served) => measureFetched(browser, wallet, { url, dist })
    try {
      return { react: await by(sites.react), html: await by(sites.html) }
    } finally {
      await browser.close()
    }
  })
  const bytes = {
    react: bytesOf(fetched.react, sites.react.react),
    html: bytesOf(fetched.html, sites.html.react),
  }
  const chromium = await startChromium(path)
  undo.push(chromium.close)
  const looker: Visitor = { chromium, wallet: announceScript() }
  const mainThread = await step('main thread, heap and nodes', async () => ({
    floor: await measureWork(looker, floor.url, Math.min(samples, WORK_SAMPLES)),
    react: await measureWork(looker, sites.react.url, Math.min(samples, WORK_SAMPLES)),
    html: await measureWork(looker, sites.html.url, Math.min(samples, WORK_SAMPLES)),
  }))
  const phases = await step('the main thread by phase', async () => ({
    floor: await measurePhases(looker, floor.url, Math.min(samples, TRACES)),
    react: await measurePhases(looker, sites.react.url, Math.min(samples, TRACES)),
    html: await measurePhases(looker, sites.html.url, Math.min(samples, TRACES)),
  }))
  const taken = await step('click → wallet row', () =>
    measureTimes(looker, subjects(floor.url, [sites.react, sites.html], services), samples, say),
  )
  const times = timesOf(taken)
  return { bytes, fetched, samples: taken, times, hangingRatio: ratios(times), mainThread, phases }
}

type Fetched = Awaited<ReturnType<typeof measureFetched>>

/**
 * Prints the files that a visitor's browser fetched, the data that it fetched before the modal's first wallet row
 * showed, and the hosts that it contacted besides the page's.
 */
function tellFetched({ react, html }: Record<'react' | 'html', Fetched>): void {
  for (const { path: file, gzip, eager, react: withReact } of [...react.files, ...html.files])
    say(`  ${String(gzip).padStart(7)} B  ${eager ? 'eager' : 'lazy '}  ${file}${withReact ? '  (with React)' : ''}`)
  for (const address of [...react.data, ...html.data]) say(`  before the row: ${address}`)
  for (const address of [...react.strangers, ...html.strangers]) say(`  contacted ${address}`)
}

/**
 * The runs that measure times: every page at every speed, and each page with a wallet once more while all services
 * hang.
 */
function subjects(floor: string, sites: readonly Served[], services: Services): Subject[] {
  const hang = { before: () => services.hang(true), after: () => services.hang(false) }
  return SPEEDS.flatMap(({ name, slowdown }) => [
    { name: `floor ${name}`, url: floor, slowdown, cached: true },
    ...sites.flatMap(({ site: { template }, url }) => [
      { name: `${template} ${name}`, url, slowdown, cached: true },
      { name: `${template} ${name}${HANGING}`, url, slowdown, cached: false, ...hang },
    ]),
  ])
}

const secondsOf = (values: readonly number[]) => {
  const { median, p95 } = stat(values.map((value) => value * 1000))
  return { median: round(median / 1000, 2), p95: round(p95 / 1000, 2) }
}

/**
 * The bytes that `walletkit build --json` reports for the same build, not counting React and the page's own code and
 * styles.
 */
const weightsOf = ({ report: { weights } }: Site) => ({
  eager: weights.eager.overReact,
  firstOpen: weights.firstOpen.overReact,
  total: weights.total.overReact,
})
