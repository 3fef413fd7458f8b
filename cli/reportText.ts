/** The build report as text for people. */
import { kilobytes, messages } from './messages.ts'
import type { Budget, Report } from './report.ts'

type Row = { name: string; bytes: string; budget: string; hosts: string }

/**
 * The build report as text for people. `written` are the files beside the build; `next` are the steps that follow, or
 * those that fix a failure.
 */
export function reportText(report: Report, written: readonly string[], next: readonly string[]): string {
  const { hosts, sbom, notes, byDefault, leftOut } = report
  const sections = [
    [messages.built(report.folder, report.seconds)],
    [messages.madeOf(sbom.components.length)],
    ['Content-Security-Policy:', `  ${report.csp}`],
    [messages.beside(written)],
    [
      ...(byDefault.length ? [messages.onByDefault(byDefault)] : []),
      ...(leftOut.length ? [messages.leftOut(leftOut)] : []),
      ...notes,
    ],
    tableOf(report),
    [
      `May contact: ${hosts.connect.join(' ') || 'nobody'}`,
      `Images from: ${hosts.images.join(' ') || 'itself only'}`,
      ...(hosts.frames.length ? [`Frames from: ${hosts.frames.join(' ')}`] : []),
    ],
    [...failuresOf(report)],
    ['Next:', ...next.map((step) => `  ${step}`)],
  ]
  return sections.flatMap((lines) => (lines.length ? [lines.join('\n')] : [])).join('\n\n')
}

const failuresOf = ({ budgets, leftovers }: Report) => [
  ...budgets.filter(({ holds }) => !holds).map(({ name, bytes, limit }) => messages.overBudget(name, bytes, limit)),
  ...leftovers,
]

function tableOf({ weights, rows, budgets }: Report): string[] {
  const budget = (name: string) => budgets.find((each) => each.name === name)
  const total = (label: string, bytes: number, of?: Budget): Row => ({
    name: label,
    bytes: kilobytes(bytes),
    budget: of ? limitOf(of) : '',
    hosts: '',
  })
  const features = rows.map(({ name, eager, lazy, hosts }): Row => {
    const own = [budget(`${name} eager`), budget(`${name} lazy`)].flatMap((each) => each ?? [])
    return { name: `  ${name}`, bytes: kilobytes(eager + lazy), budget: limits(own), hosts: hosts.join(' ') }
  })
  return align([
    { name: 'gzip, over React', bytes: 'bytes', budget: 'budget', hosts: 'hosts' },
    total('with the page', weights.eager.overReact, budget('eager')),
    total('when it is idle', weights.idle.overReact),
    total('until Connect shows', weights.firstOpen.overReact, budget('firstOpen')),
    total('everything', weights.total.overReact),
    total('  of that, screens', weights.screens),
    total('  of that, devtools', weights.devtools),
    ...features,
  ])
}

const limitOf = ({ limit, holds }: Budget) => `${kilobytes(limit)}${holds ? '' : ' exceeded'}`

/** The sum of a plugin's limits: it may have one for its manifest, and one for what loads on first use. */
const limits = (own: readonly Budget[]) => {
  const sum = own.reduce((all, { limit }) => all + limit, 0)
  return own.length ? `${kilobytes(sum)}${own.every(({ holds }) => holds) ? '' : ' exceeded'}` : ''
}

function align(rows: readonly Row[]): string[] {
  const width = (key: keyof Row) => Math.max(...rows.map((row) => row[key].length))
  const [name, bytes, budget] = [width('name'), width('bytes'), width('budget')]
  return rows.map((row) =>
    [row.name.padEnd(name), row.bytes.padStart(bytes), row.budget.padStart(budget), row.hosts].join('  ').trimEnd(),
  )
}
