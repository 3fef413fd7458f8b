/** Asks the person to lock the wallet: makes a passkey, has the recovery code kept, and only then locks. */
import type { NewPasskey, NewRecovery } from '../../lock/shapes.ts'
import { element } from '../dom.ts'
import { createPasskey, creation } from './createPasskey.ts'
import { keepCode } from './keepCode.ts'
import { drawStep } from './step.ts'
import type { LockText } from './text.ts'
import { NoSecret } from './confirmPasskey.ts'

export type Offer = {
  t: LockText
  /** Whether nothing is signed without a lock. Then there is no "Not now". */
  isRequired: boolean
  /** Begins a passkey at the service. */
  begin: () => Promise<unknown>
  /** Locks the keys. */
  lock: (given: { passkey: NewPasskey; recovery: NewRecovery }) => Promise<unknown>
}

/** Makes a passkey. @throws Error with a text for the person */
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

/** `locked`: the keys are locked now. `later`: the person does not want that now. `rejected`: it is required. */
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
