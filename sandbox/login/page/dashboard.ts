/**
 * The dashboard: shows a user's address and accounts, where they are signed in and their passkeys, exports the keys,
 * deletes the account.
 */
import { MESSAGES } from '../../../runtime/auth/messages.ts'
import { flag, nullable, object, text } from '../../../runtime/auth/shape.ts'
import { type Ask, open } from './ask.ts'
import { element, main } from './dom.ts'
import { codeField, login } from './enter.ts'
import { form } from './form.ts'
import { pageText } from './language.ts'
import { pagesMessages } from './pages.messages.ts'
import { listPasskeys, openLock, readPasskeys } from './passkeys.ts'
import { listPlaces } from './places.ts'
import { storedFor } from './stored.ts'

const t = pageText(pagesMessages)
const keys = object({ evm: text, solana: text })
const begun = object({ mailed: flag })
const deleted = object({ undo: nullable(text) })

export async function runDashboard(): Promise<void> {
  const stored = storedFor(location.origin)
  const { ask, networks } = await open(location.origin, 'dashboard', stored)
  const [first] = networks
  if (first) stored.chain.set(first.caipNetworkId)
  const { isConnected } = MESSAGES.IS_CONNECTED.answers.parse(await ask('IS_CONNECTED', {}))
  if (isConnected) await account(ask)
  else login(ask, () => account(ask))
}

async function account(ask: Ask): Promise<void> {
  const user = MESSAGES.GET_USER.answers.parse(await ask('GET_USER', {}))
  const list = element('dl')
  const tell = (label: string, value: string) => list.append(element('dt', '', label), element('dd', 'code', value))
  tell(t('login.email'), user.email ?? t('account.none'))
  for (const { address, type } of user.accounts ?? [])
    tell(t(type === 'eoa' ? 'account.eoa' : 'account.smart'), address)
  const again = () => login(ask, () => account(ask))
  const leave = async () => {
    await ask('SIGN_OUT')
    again()
  }
  const held = await readPasskeys(ask)
  // Await nothing between `listPlaces` and `replaceChildren`: a button that is not on the page when the current task
  // ends is never enabled (see `whenSettled`).
  const places = await listPlaces(ask, again)
  const passkeys = listPasskeys(ask, held)
  main().replaceChildren(
    element('h1', '', t('account.title')),
    list,
    places,
    ...(passkeys ? [passkeys] : []),
    guarded(ask, 'EXPORT', showKeys),
    guarded(ask, 'FORGET', (answer) => forgotten(deleted.parse(answer).undo, again)),
    form([], t('account.logOut'), leave),
  )
}

function showKeys(answer: unknown, box: HTMLElement): void {
  const { evm, solana } = keys.parse(answer)
  const shown = element('dl')
  for (const [label, value] of [
    ['Ethereum', evm],
    [t('account.seed'), solana],
  ] as const) {
    shown.append(element('dt', '', label), element('dd', 'code', value))
  }
  box.append(shown)
}

/**
 * Shows that the account was deleted, with the link that undoes it. If the link was mailed, it is null here, and the
 * page goes back to the login.
 */
function forgotten(link: string | null, again: () => void): void {
  if (link === null) return again()
  main().replaceChildren(
    element('h1', '', t('account.deleted')),
    element('p', '', t('account.deletedText')),
    element('dl', '', element('dt', '', t('account.link')), element('dd', 'code', link)),
  )
}

/**
 * A section with an action that needs a proof: its button asks the service for a code, and then shows the field for it.
 * If no code was mailed, because the account has no address, there is only a second button.
 */
function guarded(ask: Ask, name: 'EXPORT' | 'FORGET', done: (answer: unknown, box: HTMLElement) => void) {
  const key = name === 'EXPORT' ? 'account.export' : 'account.delete'
  const box = element('section', '', element('h2', '', t(key)), element('p', 'note', t(`${key}Note`)))
  const start = form([], t(key), async () => {
    const { mailed } = begun.parse(await ask(`${name}_CODE`))
    const otp = codeField()
    const parts = mailed ? otp.parts : []
    const enter = form(parts, t(`${key}Now`), async () => {
      const unlock = await openLock(ask, name === 'EXPORT' ? 'export' : 'forget', box)
      const answer = await ask(name, mailed ? { otp: otp.input.value } : {}, { unlock })
      enter.remove()
      done(answer, box)
    })
    start.replaceWith(enter)
  })
  box.append(start)
  return box
}
