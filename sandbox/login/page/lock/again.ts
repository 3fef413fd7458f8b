/** Asks the person again after the passkey was not used: for the passkey, or for the recovery code. */
import type { Unlock } from '../../lock/shapes.ts'
import { element, field } from '../dom.ts'
import { keyOfCode, readCode } from './recoveryCode.ts'
import { drawStep } from './step.ts'
import type { LockText } from './text.ts'
import { confirmPasskey } from './confirmPasskey.ts'
import type { KeyRequest } from './keyRequest.ts'

/**
 * Asks for the passkey or the recovery code until one of them opens the lock. Resolves with what opens the lock, or
 * with undefined if the person cancels.
 * @param no the label of the cancel button
 */
export function askAgain(into: HTMLElement, t: LockText, key: KeyRequest, no: string) {
  return new Promise<Unlock | undefined>((resolve) => {
    const cancel = { label: no, run: () => resolve(undefined) }
    const retry = async () => {
      const unlock = await confirmPasskey(key).catch(() => {
        throw new Error(t('lock.notUsed'))
      })
      resolve(unlock)
    }
    const again = { label: t('lock.again'), style: 'key', run: retry }
    const start = () => {
      const withCode = { label: t('lock.useCode'), run: typeCode }
      drawStep(into, t('lock.againTitle'), [element('p', '', t('lock.againText'))], [again, withCode, cancel])
    }
    const typeCode = () => {
      const { input, parts } = field(t('lock.code'), {
        id: 'recovery-code',
        type: 'text',
        autocomplete: 'off',
        autocapitalize: 'characters',
        spellcheck: false,
        dir: 'ltr',
        maxLength: 60,
      })
      const enter = async () => {
        const code = await readCode(input.value)
        if (code === undefined) throw new Error(t('lock.codeWrong'))
        resolve({ recovery: await keyOfCode(code, key.recovery) })
      }
      const go = { label: t('lock.continue'), style: 'key', run: enter }
      drawStep(into, t('lock.useCode'), parts, [go, { label: t('lock.again'), run: start }, cancel])
      input.focus()
    }
    start()
  })
}
