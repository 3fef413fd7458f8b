/**
 * Asks the person to lock the wallet: creates a passkey, shows the recovery code to be written down, and only then
 * locks.
 */
import type { NewPasskey, NewRecovery } from '../../lock/shapes.ts'
import { element } from '../dom.ts'
import { createPasskey, creation } from './createPasskey.ts'
import { keepCode } from './keepCode.ts'
import { drawStep } from './step.ts'
import type { LockText } from './text.ts'
import { NoSecret } from './confirmPasskey.ts'

export type Offer = {
  t: LockText
  /** Whether the service signs nothing without a lock. Then there is a "Cancel" instead of a "Not now". */
  isRequired: boolean
  /** Gets the options for a new passkey from the service. */
  begin: () => Promise<unknown>
  /** Sends the passkey and the recovery code's key to the service, which locks the keys. */
  lock: (given: { passkey: NewPasskey; recovery: NewRecovery }) => Promise<unknown>
}

/** Creates a passkey. @throws Error with a text for the person */
export async function made(t: LockText, begin: () => Promise<unknown>): Promise<NewPasskey> {
  try {
    return await createPasskey(creation.parse(await begin(), 'creation'))
  } catch (error) {
    if (error instanceof NoSecret) throw new Error(t('lock.unsupported'))
    if (!(error instanceof DOMException)) throw error
    if (error.name === 'InvalidStateError') throw new Error(t('lock.known'))
    throw new Error(t(error.name === 'NotSupportedError' ? 'lock.unsupported' : 'lock.notCreated'))
  }
}

/**
 * Asks the person to lock the wallet. Resolves with `locked` when the keys are locked, `later` if the person does not
 * want that now, or `rejected` if the person cancels although a lock is required.
 */
export function offerLock(into: HTMLElement, { t, isRequired, begin, lock }: Offer) {
  return new Promise<'locked' | 'later' | 'rejected'>((resolve) => {
    const start = () => {
      const create = async () => {
        const passkey = await made(t, begin)
        const done = async (recovery: NewRecovery) => {
          await lock({ passkey, recovery })
          resolve('locked')
        }
        await keepCode(into, { t, last: t('lock.lockNow'), done, cancel: start })
      }
      const parts = [
        ...(isRequired ? [element('p', '', t('lock.required'))] : []),
        element('p', '', t('lock.text')),
        element('p', 'warning', t('lock.warning')),
      ]
      const no = isRequired
        ? { label: t('lock.cancel'), run: () => resolve('rejected') }
        : { label: t('lock.later'), run: () => resolve('later') }
      drawStep(into, t('lock.title'), parts, [{ label: t('lock.create'), style: 'key', run: create }, no])
    }
    start()
  })
}
