/** Draws a request: what it is, for which site, everything that will be signed, and the buttons. */
import { visibleParts } from '../../../runtime/lib/visible.ts'
import { type ApprovalText, inEnglish, inPageLanguage } from './approvalText.ts'
import { arm, type Progress } from './armed.ts'
import type { Described } from './describe.ts'
import { element } from './dom.ts'
import type { Field } from './field.ts'

/**
 * A request as it is shown. `site` is the origin that asks, `name` the name that the site gives itself. `english` are
 * the English texts, undefined on an English page, or if they did not load.
 */
export type Shown = Described & {
  site: string
  name: string | undefined
  account: string
  network: string
  english?: Pick<Described, 'title' | 'fields' | 'warnings'>
}
export type Answers = { approve: () => void; reject: () => void; elsewhere?: () => void }

/**
 * The most lines of a section, and the most narrow letters of a line: such a section fits into the smallest window
 * (LEAST).
 */
const [LINES, COLUMNS] = [5, 28]
/**
 * The most letters of all amounts in large figures together. Above that, amounts are shown only in the fields below.
 */
const MOST_LEAD = 60
/** ms for which the request must be covered, or cut off, before the page tells the person. */
const PATIENCE = 1500

/** Characters that show nothing, although Unicode's categories count them among the visible ones. */
const BLANK = /[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/g

/**
 * Replaces each invisible character with its code point, such as `⟨U+200B⟩`, and each tab with spaces. Line breaks
 * stay, and U+FE0F after an emoji.
 */
const visible = (text: string): string =>
  visibleParts(text.replaceAll('\t', '    '))
    .map((part) => (typeof part === 'string' ? part : `⟨${part.code}⟩`))
    .join('')
    .replace(BLANK, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`)

/** The width of a character in columns: 2 for all but the narrow ones, so that a line of wide letters fits too. */
const widthOf = (character: string) => (/[a-z0-9 .,:;/\-]/.test(character) ? 1 : 2)

/** Splits a text into pieces that each fit into the smallest window. */
function pieces(text: string): string[] {
  const found: string[] = []
  let [piece, lines, column] = ['', 1, 0]
  for (const character of text) {
    const width = widthOf(character)
    if (character === '\n' || column + width > COLUMNS) [lines, column] = [lines + 1, 0]
    if (lines > LINES) {
      // Split after the last word if its end is near, so that the text stays readable.
      const end = piece.lastIndexOf(' ', piece.length - 1) + 1
      const at = piece.length - end < COLUMNS / 2 && end > 0 ? end : piece.length
      found.push(piece.slice(0, at))
      piece = piece.slice(at)
      ;[lines, column] = [1, [...piece].reduce((sum, each) => sum + widthOf(each), 0)]
    }
    piece += character
    if (character !== '\n') column += width
  }
  return [...found, piece]
}

function row({ label, value, code, bad }: Field): HTMLElement[] {
  const style = [code && 'code', bad && 'bad', code && /^0x\w{40}$/.test(value) && 'whole'].filter(Boolean).join(' ')
  const labels = pieces(visible(label))
  const last = element('dt', '', labels.pop() ?? '')
  return [
    ...labels.map((piece) => element('div', 'row', element('dt', '', piece))),
    ...pieces(visible(value) || '–').map((piece, at) =>
      element('div', 'row', ...(at ? [] : [last]), element('dd', style, piece)),
    ),
  ]
}

/** Draws the fields as boxes; each heading starts a new one. */
function cards(fields: readonly Field[]): HTMLElement[] {
  const found: HTMLElement[] = []
  let list: HTMLElement | undefined
  for (const field of fields) {
    if (field.head) {
      found.push(element('h2', 'row', visible(field.label)))
      list = undefined
    } else {
      if (!list) found.push((list = element('dl')))
      list.append(...row(field))
    }
  }
  return found
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''

/** Draws the amounts that leave the account, in large figures; nothing if there are none, or they are too long. */
function lead(t: ApprovalText, fields: readonly Field[]): HTMLElement[] {
  const amounts = fields.filter((field) => field.lead)
  if (!amounts.length || amounts.reduce((sum, { value }) => sum + firstLine(value).length, 0) > MOST_LEAD) return []
  const lines = amounts.map(({ value, bad }) => element('p', bad ? 'sum bad' : 'sum', visible(firstLine(value))))
  return [element('div', 'row leaves', element('p', 'note', t('request.leaves')), ...lines)]
}

/** Shows one request in `into`. Returns a function that removes its listeners, but not the request. */
export function drawRequest(into: HTMLElement, shown: Shown, answers: Answers): () => void {
  const { english } = shown
  const original = inEnglish()
  if (!english || !original) return draw(into, shown, answers, inPageLanguage)
  // The button that changes the language draws the request again, so that the person has to see all of it in that
  // language.
  const show = (isEnglish: boolean): (() => void) => {
    const button = element('button', 'original', element('span', '', 'EN'))
    button.ariaLabel = inPageLanguage('frame.original')
    button.ariaPressed = String(isEnglish)
    button.addEventListener('click', () => {
      stop()
      stop = show(!isEnglish)
      into.querySelector<HTMLElement>('.original')?.focus()
    })
    const given = isEnglish ? { ...shown, ...english } : shown
    const end = draw(into, given, answers, isEnglish ? original : inPageLanguage, button)
    if (isEnglish) Object.assign(into.firstElementChild ?? {}, { lang: 'en', dir: 'ltr' })
    return end
  }
  let stop = show(false)
  return () => stop()
}

/** The content that scrolls: the title, the site, and everything that will be signed. */
function contentOf(shown: Shown, t: ApprovalText, heading: HTMLElement): HTMLElement[] {
  const { site, name, account, network, fields, warnings } = shown
  const who = element('div', 'who row', heading, element('p', 'site', visible(site)))
  if (name) who.append(element('p', 'note', t('request.callsItself', { name: visible(name).slice(0, 60) })))
  // Leave a single amount out of the fields below, because it is shown in large figures already. One with `token`
  // stays: its field also shows the token's address.
  const large = lead(t, fields)
  const isOnce = large.length > 0 && fields.filter((field) => field.lead).length === 1
  const rest = isOnce ? fields.filter((field) => !field.lead || field.token) : fields
  const where: Field[] = [
    { label: t('request.account'), value: account, code: true },
    { label: t('request.network'), value: network },
  ]
  const notes = warnings.flatMap(({ text, bad }) =>
    pieces(visible(text)).map((piece) => element('p', bad ? 'warning bad row' : 'warning row', piece)),
  )
  return [who, ...large, ...notes, ...cards([...where, ...rest])]
}

/**
 * Draws a request in one language. Returns a function that removes its listeners.
 * @param original the button that shows the request in another language
 */
function draw(into: HTMLElement, shown: Shown, answers: Answers, t: ApprovalText, original?: HTMLElement): () => void {
  const { title } = shown
  const heading = element('h1', '', visible(title))
  heading.id = 'title'
  heading.tabIndex = -1
  const [no, yes] = [element('button', '', t('request.reject')), element('button', 'key', t('request.approve'))]
  const hint = element('button', 'hint')
  const told = element('div', '', hint)
  told.setAttribute('aria-live', 'polite')
  let next: Element | undefined
  hint.addEventListener('click', () => next?.scrollIntoView())
  // In a frame this button replaces Approve if the request stays covered. It takes Approve's place, so that nothing
  // moves.
  const elsewhere = element('button', '', t('frame.inWindow'))
  elsewhere.hidden = true
  const scroll = element('div', 'scroll', ...(original ? [original] : []), ...contentOf(shown, t, heading))
  // Without `tabIndex` some browsers do not scroll the box with the keyboard.
  Object.assign(scroll, { tabIndex: 0, role: 'group', ariaLabel: title })
  const box = element(
    'section',
    'request',
    scroll,
    element('div', 'foot', told, element('div', 'actions', no, yes, elsewhere)),
  )
  box.setAttribute('aria-labelledby', 'title')
  into.replaceChildren(box)
  if (document.hasFocus()) heading.focus({ preventScroll: true })

  let late: ReturnType<typeof setTimeout> | undefined
  const tell = ({ next: unseen, whole }: Progress) => {
    clearTimeout(late)
    next = unseen
    hint.disabled = !whole
    const isAbove = next !== undefined && next.getBoundingClientRect().top < scroll.getBoundingClientRect().top
    hint.textContent = whole && next ? `${t('request.readAll')} ${isAbove ? '↑' : '↓'}` : ''
    const swap = (isCovered: boolean) => {
      elsewhere.hidden = !isCovered
      yes.hidden = isCovered
    }
    if (whole) return swap(false)
    late = setTimeout(() => {
      hint.textContent = t('request.covered')
      swap(answers.elsewhere !== undefined)
    }, PATIENCE)
  }
  const end = (run: () => void, isApproval: boolean) => () => {
    stop()
    for (const button of [no, yes]) button.disabled = true
    if (isApproval) yes.textContent = t('frame.working')
    run()
  }
  const disarm = arm(
    {
      box,
      sections: [...scroll.querySelectorAll('.row')],
      approve: { element: yes, press: end(answers.approve, true) },
      reject: { element: no, press: end(answers.reject, false) },
    },
    tell,
  )
  const stop = () => {
    clearTimeout(late)
    disarm()
  }
  elsewhere.addEventListener('click', ({ isTrusted }) => void (isTrusted && answers.elsewhere?.()))
  return stop
}
