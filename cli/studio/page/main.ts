/** The studio's page: a form for the config, the live modal next to it, and the sizes of the features. */
import type { JsonObject } from '../../../schema/pieces.ts'
import type { Checked, StudioState } from '../server.ts'
import { check, loadState, preview, save } from './client.ts'
import { button, make } from './dom.ts'
import { field, type Form } from './fields.ts'
import { review } from './review.ts'
import { propertiesOf, valueAt, withValue } from './schema.ts'
import { createStage } from './stage.ts'
import { createWeight } from './weight.ts'

/** The config's keys in each section. All other keys are in the section More. */
const SECTIONS: Record<string, readonly string[]> = {
  Page: ['projectId', 'metadata', 'termsConditionsUrl', 'privacyPolicyUrl'],
  Networks: ['networks', 'defaultNetwork', 'customRpcUrls', 'allowUnsupportedChain'],
  Services: ['services'],
  Features: ['features'],
  Look: ['theme', 'images', 'embedded'],
  Languages: ['languages', 'locale', 'messages'],
  Wallets: ['wallets', 'connectorTypeOrder', 'enableWallets', 'enableInjected', 'enableEIP6963', 'enableWalletConnect'],
  'Sign-in': ['siwx'],
}
/** ms to wait after the last change before a build starts, because a build takes a second or two. */
const PAUSE = 500

const stage = createStage()
const weight = createWeight()
const problems = make('div', { class: 'problems', role: 'status' })
const sections = make('div', { class: 'sections' })
const title = make('span', { class: 'file' })

let state: StudioState
let value: JsonObject
/** The number of the newest update. Answers for older ones are dropped. */
let newest = 0
let checked: (Checked & { draft: JsonObject }) | undefined
let timer: ReturnType<typeof setTimeout> | undefined

const reviewButton = button('Review changes', openReview, { class: 'primary', disabled: true })
const discard = button('Load again', () => void start(), {})

function openReview() {
  if (!checked?.diff) return
  // Keep the draft that the diff shows: exactly that is written, even if the form changes meanwhile.
  const { diff, draft } = checked
  review(state.file, diff, async () => {
    const written = await save(draft, state.hash)
    state = { ...state, ...written }
    await update()
  })
}

const form = (): Form => ({
  root: state.schema,
  read: (path) => valueAt(value, path),
  write: (path, next) => {
    value = withValue(value, path, next)
    reviewButton.disabled = true
    clearTimeout(timer)
    timer = setTimeout(() => void update(), PAUSE)
  },
})

/** Checks the draft, and builds its preview when it has no problems. */
async function update() {
  newest += 1
  const turn = newest
  const draft = value
  try {
    const answer = await check(draft)
    if (turn !== newest) return
    checked = { ...answer, draft }
    tell(answer)
    if (answer.issues.length) return stage.say('The preview shows the last config without problems.')
    stage.say('Building the preview …')
    const previewed = await preview(draft)
    if (turn !== newest) return
    stage.show(previewed)
    weight.show(previewed.report)
  } catch (error) {
    if (turn === newest) stage.say(error instanceof Error ? error.message : String(error))
  }
}

function tell({ diff, issues, notes }: Checked) {
  reviewButton.disabled = !diff || issues.length > 0
  problems.replaceChildren(
    ...issues.map(({ path, message, fix }) =>
      make('p', { class: 'problem' }, make('code', {}, path), ` ${message} ${fix}`),
    ),
    ...notes.map((note) => make('p', { class: 'note' }, note)),
  )
}

function draw() {
  const keys = new Map(propertiesOf(state.schema).filter(([key]) => key !== '$schema'))
  const named = new Set(Object.values(SECTIONS).flat())
  const all = { ...SECTIONS, More: [...keys.keys()].filter((key) => !named.has(key)) }
  const drawn = Object.entries(all).map(([name, own], at) => {
    const fields = own.flatMap((key) => {
      const node = keys.get(key)
      return node ? [field(form(), [key], node)] : []
    })
    const details = make(
      'details',
      { class: 'section', open: at === 0 },
      make('summary', {}, make('h2', {}, name)),
      ...fields,
    )
    // Groups that the config does not have are drawn closed. A section with few keys has room to draw all of them open.
    if (own.length <= 3)
      for (const inner of details.querySelectorAll<HTMLDetailsElement>(':scope > .group')) inner.open = true
    return details
  })
  sections.replaceChildren(...drawn)
  title.textContent = state.file
}

async function start() {
  try {
    state = await loadState()
    value = state.value
    draw()
    await update()
  } catch (error) {
    stage.say(error instanceof Error ? error.message : String(error))
  }
}

document.body.append(
  make('header', {}, make('h1', {}, 'walletkit studio'), title, discard, reviewButton),
  make(
    'main',
    {},
    make('div', { class: 'form' }, problems, sections),
    make('div', { class: 'side' }, stage.element, weight.element),
  ),
)
void start()
