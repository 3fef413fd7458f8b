/** The plan of the Connect view: how a build reads React's markup, and for which kits it is used. */
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { kindOf, parsePlan, type Part, planOf, stateOf } from '../../../runtime/ui/ahead/plan.ts'
import { parseMarkup } from '../../../runtime/ui/ahead/parse.ts'
import { print } from '../../../runtime/ui/ahead/print.tsx'
import { makeKit } from '../../support/kit.ts'

it('reads elements, attributes, texts, comments and elements without an end', () => {
  expect(parseMarkup('<p class="a &amp; b" hidden="">1 &lt; 2<!-- --><br/><img src="x"/><i>&#x27;</i></p>')).toEqual([
    ['p', { class: 'a & b', hidden: '' }, '1 < 2', ['!', {}, ' '], ['br', {}], ['img', { src: 'x' }], ['i', {}, "'"]],
  ])
})

it('reads what React escapes', () => {
  const text = `a & b < c > "d" 'e' &amp;`
  const markup = renderToString(
    <button type="button" title={text} disabled>
      {text}
    </button>,
  )
  expect(parseMarkup(markup)).toEqual([['button', { type: 'button', title: text, disabled: '' }, text]])
})

it.each(['<p>', '<p></i>', '</p>', '<p', 'a < b'])('refuses %s', (markup) => {
  expect(() => parseMarkup(markup)).toThrow(/^The markup /)
})

it('refuses a text that is no plan', () => {
  for (const text of ['null', '1', '{}', '{"modal":[],"rows":1}']) expect(parsePlan(text)).toBeUndefined()
})

const made = (config = {}) => makeKit({ projectId: 'test', ...config })
const withPlan = (kit: Kit, text = print(made())) => Object.assign(kit, { plugins: Object.assign([], { ahead: text }) })

it('has a row for every kind of wallet, with blanks for its own values', () => {
  const plan = parsePlan(print(made()))
  const kinds = [undefined, 'installed', 'recent', 'multichain', 'qrCode'] as const
  for (const tag of kinds)
    for (const pictured of [true, false]) {
      const row = JSON.stringify(plan?.rows[kindOf({ tag }, pictured)])
      expect(row).toContain('"data-id":"{key}"')
      expect(row).toContain('"{name}"')
      expect(row.includes('"src":"{image}"')).toBe(pictured && tag !== 'qrCode')
    }
  expect(plan?.rows['waiting']).toBeDefined()
  const tags = (part: Part): string[] =>
    typeof part === 'string' ? [] : [part[0], ...part.slice(2).flatMap((each) => tags(each as Part))]
  expect(tags(plan?.modal ?? '').filter((tag) => tag === '*')).toHaveLength(1)
})

it('is used for the kit that it was made for', () => {
  expect(planOf(withPlan(made()))).toBeDefined()
})

it.each<[string, (kit: Kit) => unknown]>([
  ['another view', ({ state }) => (state.router.view = 'AllWallets')],
  ['one namespace', ({ state }) => (state.modal.namespace = 'eip155')],
  ['a session that comes back', ({ state }) => (state.accounts.eip155.status = 'connecting')],
  ['a toast', ({ state }) => (state.toast.open = true)],
  ['an alert', ({ state }) => (state.alert.open = true)],
  ['a changed feature', ({ state }) => (state.options.features['legalCheckbox'] = true)],
  ['another network', ({ state }) => (state.networks.activeChain = 'solana')],
  ['a chain that was removed', ({ chains }) => chains.clear()],
])('is not used for %s', (_, change) => {
  const kit = withPlan(made())
  change(kit)
  expect(planOf(kit)).toBeUndefined()
})

it('is not used for another config, or in another language', () => {
  expect(planOf(withPlan(made({ enableWalletGuide: false })))).toBeUndefined()
  expect(planOf(withPlan(made(), print(made()).replace('"tag":"en"', '"tag":"de"')))).toBeUndefined()
})

it('does not depend on the look, and not on the order of the visits', () => {
  expect(stateOf(made({ theme: { mode: 'dark' } }))).toBe(stateOf(made()))
  const kit = made()
  kit.state.theme.mode = 'dark'
  kit.state.options.initialized = true
  expect(stateOf(kit)).toBe(stateOf(made()))
})
