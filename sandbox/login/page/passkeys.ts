/** The dashboard's list of passkeys, and what changes the lock of the wallet. */
import { flag, list, nullable, number, object, type Parsed, text } from '../../../runtime/auth/shape.ts'
import type { NewRecovery, Unlock } from '../lock/shapes.ts'
import type { Ask } from './ask.ts'
import { element } from './dom.ts'
import { form } from './form.ts'
import { pageText } from './language.ts'
import { askAgain } from './lock/again.ts'
import { keepCode } from './lock/keepCode.ts'
import { lockMessages } from './lock/lock.messages.ts'
import { made, offerLock } from './lock/offer.ts'
import { confirmPasskey } from './lock/confirmPasskey.ts'
import { keyRequest } from './lock/keyRequest.ts'
import { pagesMessages } from './pages.messages.ts'
import { timeOf } from './places.ts'

const [t, page] = [pageText(lockMessages), pageText(pagesMessages)]
const held = object({
  locked: flag,
  offered: flag,
  list: list(object({ id: text, name: text, at: number, used: number })),
})
type Held = Parsed<typeof held>

/** What the lock is opened for: the service's challenge is valid for this use only. */
type Use = 'passkeyAdded' | 'passkeyRemoved' | 'recoveryRenewed' | 'unlocked' | 'export' | 'forget'

/**
 * Asks the person for a passkey or the recovery code, if the keys are locked.
 * @param box the element to which the fields for the recovery code are added
 * @throws Error if the person cancels
 */
export async function openLock(ask: Ask, use: Use, box: HTMLElement): Promise<Unlock | undefined> {
  const key = nullable(keyRequest).parse(await ask('UNLOCK', { use }), 'lock')
  if (!key) return undefined
  const unlock = await confirmPasskey(key).catch(() => undefined)
  if (unlock) return unlock
  const place = element('div')
  box.append(place)
  const other = await askAgain(place, t, key, t('lock.cancel'))
  place.remove()
  if (!other) throw new Error(t('lock.notUsed'))
  return other
}

export const readPasskeys = async (ask: Ask): Promise<Held> => held.parse(await ask('PASSKEYS'), 'passkeys')

/**
 * The dashboard's section about passkeys; undefined if the service offers no passkeys and this account's keys are not
 * locked.
 */
export function listPasskeys(ask: Ask, found: Held): HTMLElement | undefined {
  if (!found.locked && !found.offered) return undefined
  const box = element('section')
  const draw = async () => drawPasskeys(box, ask, await readPasskeys(ask), draw)
  drawPasskeys(box, ask, found, draw)
  return box
}

function drawPasskeys(box: HTMLElement, ask: Ask, { locked, offered, list: all }: Held, again: () => Promise<void>) {
  const title = element('h2', '', t('lock.listTitle'))
  const note = element('p', 'note', t(locked ? 'lock.listNote' : 'lock.openNote'))
  const rows = all.map(({ id, name, at, used }) => {
    const browser = name || page('device.unnamed')
    const times = element('p', 'note', t('lock.times', { first: timeOf(at), last: timeOf(used) }))
    const remove = form([], t('lock.remove'), () => change('passkeyRemoved', 'PASSKEY_REMOVE', { id }), '')
    remove.querySelector('button')?.setAttribute('aria-label', t('lock.removeOf', { browser }))
    // The last passkey has no button: it is removed only together with the lock.
    return element('li', '', element('h3', '', browser), times, ...(all.length > 1 ? [remove] : []))
  })
  const change = async (use: Use, name: string, payload: unknown) => {
    await ask(name, payload, { unlock: await openLock(ask, use, box) })
    await again()
  }
  const lock = () =>
    offerLock(box, {
      ...{ t, isRequired: false, begin: () => ask('PASSKEY_BEGIN') },
      lock: (given) => ask('LOCK_KEYS', given),
    }).then(again)
  const add = async () => {
    const unlock = await openLock(ask, 'passkeyAdded', box)
    await ask('PASSKEY_ADD', { passkey: await made(t, () => ask('PASSKEY_BEGIN')) }, { unlock })
    await again()
  }
  const renew = async () => {
    const unlock = await openLock(ask, 'recoveryRenewed', box)
    const done = async (recovery: NewRecovery) => {
      await ask('RECOVERY_RENEW', { recovery }, { unlock })
      await again()
    }
    await keepCode(box, { t, last: t('lock.useNewCode'), done, cancel: () => void again() })
  }
  const actions = locked
    ? [
        form([], t('lock.add'), add, ''),
        form([], t('lock.renew'), renew, ''),
        form([], t('lock.unlock'), () => change('unlocked', 'UNLOCK_KEYS', {}), ''),
      ]
    : offered
      ? [form([], t('lock.title'), lock)]
      : []
  box.replaceChildren(title, note, ...(all.length ? [element('ul', 'places', ...rows)] : []), ...actions)
}
