/** Shows a request in the frame and asks for approval: the site, the exact content, and the account. One at a time. */
import { arm } from './armed.ts'
import type { Described } from './describe.ts'
import { element, main } from './dom.ts'
import type { Field } from './field.ts'

/** `name` is the name that the page gives itself. */
export type Shown = Described & { site: string; name: string | undefined; account: string; network: string }

type Waiting = { id: string; shown: Shown; approve: () => void; reject: (reason: string) => void }

/** Replaces invisible characters, and characters that change the text's direction, with their code points. */
const visible = (text: string) =>
  text.replaceAll(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, (mark) => {
    return `⟨U+${mark.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}⟩`
  })

/** In characters; a longer value scrolls. */
const LONG = 300

function row({ label, value, code }: Field): HTMLElement[] {
  const shown = element('dd', code ? 'code' : '', visible(value) || '–')
  // Addresses and data may break anywhere, into lines of equal length.
  if (code && /^0x\w{40,}$/.test(value)) shown.classList.add('whole')
  if (value.length > LONG) {
    shown.classList.add('long')
    // The value scrolls, so keyboard users must be able to focus it.
    Object.assign(shown, { tabIndex: 0, role: 'group', ariaLabel: label })
  }
  return [element('dt', '', visible(label)), shown]
}

export function createApprovals() {
  const waiting: Waiting[] = []
  let disarm: (() => void) | undefined
  let drawn: string | undefined

  const idle = () => main().replaceChildren(element('p', 'idle', 'Nothing waits for your approval.'))

  const draw = () => {
    const [first] = waiting
    if (first?.id === drawn) return
    disarm?.()
    disarm = undefined
    drawn = first?.id
    if (!first) return idle()
    const { title, site, name, account, network, fields, warnings } = first.shown
    const heading = element('h1', '', title)
    heading.id = 'title'
    heading.tabIndex = -1
    const who = element('div', 'who', heading, element('p', '', visible(site)))
    if (name) who.append(element('p', 'note', `It calls itself “${visible(name).slice(0, 60)}”`))
    const where = [
      { label: 'Account', value: account, code: true as const },
      { label: 'Network', value: network },
    ]
    const list = element('dl', '', ...[...where, ...fields].flatMap(row))
    const notes = warnings.map(({ text, bad }) => element('p', bad ? 'warning bad' : 'warning', visible(text)))
    const [no, yes] = [element('button', '', 'Reject'), element('button', 'key', 'Approve')]
    const actions = element('div', 'actions', no, yes)
    const box = element('section', 'request', element('div', 'scroll', who, ...notes, list), actions)
    box.setAttribute('aria-labelledby', 'title')
    main().replaceChildren(box)
    if (document.hasFocus()) heading.focus({ preventScroll: true })
    const end = (run: (own: Waiting) => void) => () => {
      disarm?.()
      for (const button of [no, yes]) button.disabled = true
      yes.textContent = run === approve ? 'Working…' : 'Approve'
      run(first)
    }
    const approve = (own: Waiting) => own.approve()
    const reject = (own: Waiting) => own.reject('User rejected the request.')
    disarm = arm(actions, [
      [yes, end(approve)],
      [no, end(reject)],
    ])
  }

  const remove = (id: string) => {
    const at = waiting.findIndex((each) => each.id === id)
    const [gone] = at < 0 ? [] : waiting.splice(at, 1)
    draw()
    return gone
  }
  idle()
  return {
    /**
     * Resolves when the person approves; then call {@link done} to remove it.
     * @throws Error with the reason when rejected
     */
    ask: (id: string, shown: Shown) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ id, shown, approve: resolve, reject: (reason) => (remove(id), reject(new Error(reason))) })
        draw()
      }),
    done: (id: string) => void remove(id),
    abort: (id: string) => remove(id)?.reject('Request was aborted'),
  }
}
