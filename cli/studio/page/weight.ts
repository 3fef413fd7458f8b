/**
 * Shows what the draft weighs, by feature, with the change since the first preview after the page was opened, and the
 * hosts that the draft may contact.
 */
import type { Previewed } from '../server.ts'
import { make } from './dom.ts'

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

const change = (now: number, before: number | undefined) => {
  const bytes = before === undefined ? 0 : now - before
  return bytes ? ` (${bytes > 0 ? '+' : '−'}${kilobytes(Math.abs(bytes))})` : ''
}

export function createWeight(): { element: HTMLElement; show: (report: Previewed['report']) => void } {
  const element = make('section', { class: 'weight', 'aria-label': 'Weight and hosts' })
  let first: Previewed['report'] | undefined
  return {
    element,
    show: (report) => {
      first ??= report
      const row = (name: string, ...cells: string[]) =>
        make('tr', {}, make('th', { scope: 'row' }, name), ...cells.map((cell) => make('td', {}, cell)))
      const budgets = report.budgets.map(({ name, bytes, limit, holds }) => {
        const before = first?.budgets.find((each) => each.name === name)?.bytes
        return row(name, `${kilobytes(bytes)}${change(bytes, before)}`, kilobytes(limit), holds ? 'kept' : 'over it')
      })
      const rows = report.rows.map(({ name, kind, eager, lazy, hosts }) => {
        const old = first?.rows.find((each) => each.name === name && each.kind === kind)
        const bytes = eager + lazy
        return row(name, `${kilobytes(bytes)}${change(bytes, old ? old.eager + old.lazy : 0)}`, kind, hosts.join(' '))
      })
      const gone = first.rows.filter(({ name }) => !report.rows.some((each) => each.name === name))
      const head = (...names: string[]) =>
        make('thead', {}, make('tr', {}, ...names.map((name) => make('th', { scope: 'col' }, name))))
      element.replaceChildren(
        make('h2', {}, 'Weight and hosts'),
        make(
          'p',
          { class: 'hint' },
          `Everything, gzip, without React: ${kilobytes(report.total)}${change(report.total, first.total)}`,
        ),
        make(
          'div',
          { class: 'table' },
          make('table', {}, head('Loads', 'Bytes', 'Budget', 'Verdict'), make('tbody', {}, ...budgets)),
        ),
        make(
          'div',
          { class: 'table' },
          make('table', {}, head('Feature', 'Bytes', 'Kind', 'Hosts'), make('tbody', {}, ...rows)),
        ),
        ...(gone.length ? [make('p', { class: 'hint' }, `Left out: ${gone.map(({ name }) => name).join(', ')}`)] : []),
        make(
          'p',
          { class: 'hint' },
          report.hosts.length ? `The page may contact: ${report.hosts.join(' ')}` : 'The page contacts nobody.',
        ),
      )
    },
  }
}
