/**
 * Shows a new recovery code, and asks for two groups of it, so that nobody locks a wallet without having written down
 * the code.
 */
import { element, field } from '../dom.ts'
import { lettersIn, newCode, recoveryOf } from './recoveryCode.ts'
import type { NewRecovery } from '../../lock/shapes.ts'
import { drawStep } from './step.ts'
import type { LockText } from './text.ts'

export type KeepCode = {
  t: LockText
  /** The label of the last button. A press on it calls `done` if the two groups are right. */
  last: string
  done: (recovery: NewRecovery) => Promise<void>
  cancel: () => void
}

export async function keepCode(into: HTMLElement, { t, last, done, cancel }: KeepCode): Promise<void> {
  const groups = await newCode()
  const shown = groups.join('-')
  // Created once for each code: if a response was lost, the service recognizes the repeated request by the same salt.
  const recovery = await recoveryOf(groups.join(''))
  const quit = { label: t('lock.cancel'), run: cancel }
  const show = () => {
    const code = element('p', 'recovery', shown)
    code.dir = 'ltr'
    const copied = element('p', 'note')
    copied.setAttribute('role', 'status')
    const copy = async () => {
      await navigator.clipboard.writeText(shown)
      copied.textContent = t('lock.copied')
    }
    const choices = [
      { label: t('lock.kept'), style: 'key', run: check },
      { label: t('lock.copy'), run: copy },
    ]
    drawStep(into, t('lock.codeTitle'), [element('p', '', t('lock.codeText')), code, copied], [...choices, quit])
  }
  const check = () => {
    const asked = twoOf(groups.length)
    const fields = asked.map((at) => ({
      at,
      ...field(t('lock.group', { number: String(at + 1) }), {
        id: `group-${at + 1}`,
        type: 'text',
        autocomplete: 'off',
        autocapitalize: 'characters',
        spellcheck: false,
        maxLength: 8,
      }),
    }))
    const lock = async () => {
      if (fields.some(({ at, input }) => lettersIn(input.value) !== groups[at])) throw new Error(t('lock.checkWrong'))
      await done(recovery)
    }
    drawStep(
      into,
      t('lock.checkTitle'),
      [element('p', 'note', t('lock.checkText')), ...fields.flatMap(({ parts }) => parts)],
      [{ label: last, style: 'key', run: lock }, { label: t('lock.showAgain'), run: show }, quit],
    )
  }
  show()
}

/** Two different random numbers from 0 to below `length`, the smaller one first. */
function twoOf(length: number): number[] {
  const first = Math.floor(Math.random() * length)
  const second = (first + 1 + Math.floor(Math.random() * (length - 1))) % length
  return [first, second].sort((one, other) => one - other)
}
