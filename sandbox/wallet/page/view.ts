/** The parts of the wallet page's DOM, which the page builds again after every change of the wallet. */
import type { Pending, Session, Wallet } from '../types.ts'

type Child = Node | string

/** Creates an element. `style` is its class. */
export function element<K extends keyof HTMLElementTagNameMap>(name: K, style = '', ...children: Child[]) {
  const made = document.createElement(name)
  if (style) made.className = style
  made.append(...children)
  return made
}

type Run = (task: () => Promise<unknown>) => void

/**
 * Creates a button that calls `run` with `task` when it is pressed.
 * @param options `name`: the accessible name, where the text alone is ambiguous. `style`: the class
 */
export function button(text: string, run: Run, task: () => Promise<unknown>, { name = text, style = '' } = {}) {
  const made = element('button', style, text)
  made.type = 'button'
  if (name !== text) made.setAttribute('aria-label', name)
  made.addEventListener('click', () => run(task))
  return made
}

function details(fields: { label: string; value: string }[]) {
  const list = element('dl')
  for (const { label, value } of fields) {
    // A long value is in a box that scrolls; `tabIndex` lets keyboard users focus it.
    const long = Object.assign(element('div', '', value), { tabIndex: 0, role: 'group', ariaLabel: label })
    list.append(element('dt', '', label), element('dd', '', value.length > 200 ? long : value))
  }
  return list
}

function section(title: string, ...children: Child[]) {
  const made = element('section', '', element('h2', '', title), ...children)
  made.setAttribute('aria-label', title)
  return made
}

const TITLES = { proposal: 'Session proposal', signIn: 'Session and sign-in', request: 'Request' }
function wishOf(pending: Pending): string {
  if (pending.kind === 'request') return pending.described.title
  return `${pending.name} wants to connect${pending.kind === 'signIn' ? ' and sign you in' : ''}`
}

/** Shows the first pending item with its buttons, and how many more there are; nothing without one. */
export function pendingView(wallet: Wallet, [first, ...more]: Pending[], run: Run): Child[] {
  if (!first) return []
  const fault = first.kind === 'proposal' ? first.refusal : first.fault
  const fields =
    first.kind === 'request'
      ? [{ label: 'From', value: first.name }, ...first.described.fields, { label: 'Method', value: first.method }]
      : [
          { label: 'From', value: `${first.name}\n${first.url}` },
          ...(first.kind === 'signIn' ? first.messages.map((value) => ({ label: 'Message', value })) : []),
          { label: 'Networks', value: first.chains.join('\n') },
          { label: 'Methods', value: first.methods.join('\n') },
        ]
  const yes = button('Approve', run, () => wallet.approve(first.id), { style: 'key' })
  yes.disabled = fault !== undefined
  const no = button('Reject', run, () => wallet.reject(first.id))
  return [
    section(
      TITLES[first.kind],
      element('h3', '', wishOf(first)),
      details(fields),
      ...(fault ? [element('p', 'fault', fault)] : []),
      element(
        'div',
        'row',
        yes,
        no,
        ...(more.length ? [element('span', 'note', `${more.length} more behind it`)] : []),
      ),
    ),
  ]
}

function sessionView(wallet: Wallet, session: Session, run: Run) {
  const { topic, name, url, chains, accounts, expiry } = session
  const select = element('select')
  select.setAttribute('aria-label', `Network for ${name}`)
  const known = wallet.chains().map(({ id }) => `eip155:${id}`)
  for (const chain of new Set([...known, ...chains])) select.append(new Option(chain, chain))
  const of = (text: string) => ({ name: `${text}: ${name}` })
  const made = element(
    'div',
    'session',
    element('h3', '', name),
    details([
      { label: 'Page', value: url },
      { label: 'Networks', value: chains.join('\n') },
      { label: 'Accounts', value: accounts.join('\n') },
      { label: 'Until', value: new Date(expiry * 1000).toISOString() },
    ]),
    element(
      'div',
      'row',
      select,
      button('Switch network', run, () => wallet.switchChain(select.value, topic), of('Switch network')),
      button('Extend', run, () => wallet.update(topic), of('Extend')),
      button('Disconnect', run, () => wallet.disconnect(topic), of('Disconnect')),
    ),
  )
  made.setAttribute('role', 'group')
  made.setAttribute('aria-label', `Session ${name}`)
  return made
}

export function sessionsView(wallet: Wallet, sessions: Session[], run: Run): Child {
  const shown = sessions.length
    ? sessions.map((session) => sessionView(wallet, session, run))
    : [element('p', 'note', 'No session yet.')]
  return section('Sessions', ...shown)
}

export function settingsView(wallet: Wallet, auto: boolean, setAuto: (auto: boolean) => void, run: Run): Child {
  const box = element('input')
  box.type = 'checkbox'
  box.checked = auto
  box.addEventListener('change', () => setAuto(box.checked))
  const count = wallet.accountCount()
  const accounts = (next: number) =>
    button(`${next} account${next > 1 ? 's' : ''}`, run, () => wallet.setAccounts(next))
  const choices = [1, 2, 3].map((next) => {
    const made = accounts(next)
    made.setAttribute('aria-pressed', String(next === count))
    return made
  })
  const row = element('div', 'row', ...choices)
  row.setAttribute('role', 'group')
  row.setAttribute('aria-label', 'Accounts that pages see')
  return section(
    'Settings',
    element('p', 'note', 'Accounts that pages see'),
    row,
    element('label', '', box, 'Approve everything'),
  )
}
