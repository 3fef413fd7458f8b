/** A project as a user gets it: scaffolded, installed and built from this checkout's packages. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pack } from '../../cli/repo/pack.ts'
import { must, ROOT, run, step, Stop } from '../../cli/repo/run.ts'

export const TEMPLATES = ['react', 'html'] as const
export type Template = (typeof TEMPLATES)[number]

/** `folder` is the project, `dist` its build output. `createSeconds` and `buildSeconds` have one value per run. */
export type Site = {
  template: Template
  folder: string
  dist: string
  report: BuildReport
  createSeconds: number[]
  buildSeconds: number[]
}

type Part = { files: string[]; gzip: number; overReact: number }
/** The fields of `walletkit build --json` that the bench uses. */
export type BuildReport = { ok: boolean; folder: string; weights: Record<'eager' | 'firstOpen' | 'total', Part> }

const HOME = join(ROOT, '.cache/bench')
const PACKAGES = join(HOME, 'packages')
const CREATE = join(HOME, 'create')
const OURS = ['walletkit', 'walletkit-sandbox']
/** A file in the install with a hash of the manifests from which it was made. */
const MARK = '.bench'
const RUNS = 3
/** The bench measures a page with send and receive; `tests/cli/commands/build.test.ts` limits each further plugin. */
const OFF = { history: false, names: false, onramp: false, swaps: false }

/** Packs this checkout, and unpacks the scaffolder into its own folder. */
export async function packAll(): Promise<void> {
  await rm(PACKAGES, { recursive: true, force: true })
  await pack(PACKAGES)
  await unpack('create-walletkit', CREATE)
}

/** `services` is the address that the built page uses in place of the sandbox's. */
export async function makeSite(template: Template, services: string): Promise<Site> {
  const folder = join(HOME, template)
  const createSeconds = await step(`${template}: creating the project`, () => create(template, folder))
  await trim(join(folder, 'walletkit.config.json'))
  await step(`${template}: installing the project`, () => install(template, folder))
  const built = await step(`${template}: building the project`, () => build(folder, services))
  return { template, folder, createSeconds, ...built }
}

/**
 * Creates the project several times, and measures all but the first. Keeps the previous install, for {@link install}.
 */
async function create(template: Template, folder: string): Promise<number[]> {
  await rm(kept(template), { recursive: true, force: true })
  await rename(join(folder, 'node_modules'), kept(template)).catch(() => undefined)
  const flags = ['--template', template, '--yes', '--no-install', '--source', PACKAGES]
  const seconds = await timed(RUNS + 1, async () => {
    await rm(folder, { recursive: true, force: true })
    return () => must('', process.execPath, [join(CREATE, 'dist/create-walletkit.js'), folder, ...flags])
  })
  return seconds.slice(1)
}

async function trim(file: string): Promise<void> {
  const config = JSON.parse(await readFile(file, 'utf8')) as { features?: object }
  await writeFile(file, JSON.stringify({ ...config, features: { ...config.features, ...OFF } }, null, 2))
}

const kept = (template: Template) => join(HOME, `${template}-modules`)

/** Installs only if a manifest has changed. Our own packages are unpacked every time. */
async function install(template: Template, folder: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  const manifests = [
    join(folder, 'package.json'),
    ...['package.json', 'sandbox/package.json'].map((f) => join(ROOT, f)),
  ]
  const texts = await Promise.all(manifests.map((file) => readFile(file, 'utf8')))
  const key = createHash('sha256').update(texts.join('\n')).digest('hex')
  const found = await readFile(join(kept(template), MARK), 'utf8').catch(() => '')
  if (found === key) await rename(kept(template), modules)
  else {
    await rm(kept(template), { recursive: true, force: true })
    const npm = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error']
    await must('Check the connection to the package registry, then run this again.', 'npm', npm, { cwd: folder })
    await writeFile(join(modules, MARK), key)
  }
  for (const name of OURS) await unpack(name, join(modules, name))
}

async function unpack(name: string, folder: string): Promise<void> {
  const file = (await readdir(PACKAGES)).find((each) => new RegExp(`^${name}-\\d`).test(each))
  if (!file) throw new Stop(`No package ${name} was packed.`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await must('', 'tar', ['-xzf', join(PACKAGES, file), '-C', folder, '--strip-components', '1'])
}

async function build(folder: string, services: string): Promise<Pick<Site, 'dist' | 'report' | 'buildSeconds'>> {
  const bin = join(folder, 'node_modules/walletkit/dist/cli/walletkit.js')
  const env = { ...process.env, WALLETKIT_SANDBOX_URL: services }
  let report: BuildReport | undefined
  const buildSeconds = await timed(RUNS, async () => async () => {
    // Ignore exit code 1, which means that a budget was exceeded: the bench reports that itself, from the browser.
    const { stdout, stderr } = await run(process.execPath, [bin, 'build', '--json'], { cwd: folder, env })
    report = parseReport(stdout, stderr)
  })
  if (!report) throw new Stop('The build said nothing.')
  return { dist: join(folder, report.folder), report, buildSeconds }
}

function parseReport(stdout: string, stderr: string): BuildReport {
  try {
    const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as BuildReport
    if (report.weights.eager.files.length) return report
  } catch {
    // The error below contains the output.
  }
  throw new Stop(`walletkit build --json gave no report.\n${stdout}${stderr}`)
}

/** The seconds of each run, without those of `prepare`. */
async function timed(runs: number, prepare: () => Promise<() => Promise<unknown>>): Promise<number[]> {
  const seconds: number[] = []
  for (let count = 0; count < runs; count++) {
    const work = await prepare()
    const started = performance.now()
    await work()
    seconds.push((performance.now() - started) / 1000)
  }
  return seconds
}
