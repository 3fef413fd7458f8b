/** Looks up the typed name: whether it is free, and similar names. */
import { latest, Superseded } from 'walletkit/plugin'
import { NAME_ERRORS, nameError, reasonIn } from './errors.ts'
import { isLabel } from './label.ts'
import type { NamesPanel } from './panel.ts'

/** A name is looked up after this many ms without typing. */
export const SUGGESTION_DEBOUNCE = 500

/** Returns the function that the field calls with its text. It looks the name up once the visitor stops typing. */
export function createLookup({ kit, api, options, state }: NamesPanel): (text: string) => void {
  const look = latest(async (label: string) => {
    if (!label) return undefined
    // On an unsupported network `suggestions` is empty without a request, so every name would look free.
    await api?.requireNetwork()
    return api?.suggestions(label, options)
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  kit.signal.addEventListener('abort', () => clearTimeout(timer))

  async function suggest(label: string) {
    try {
      const suggestions = (await look(label)) ?? []
      const own = suggestions.find(({ name }) => name === label) ?? { registered: await isTaken(label) }
      if (state.label.toLowerCase() !== label) return
      Object.assign(state, { suggestions, availability: own.registered ? 'taken' : 'free' })
    } catch (error) {
      if (error instanceof Superseded || state.label.toLowerCase() !== label) return
      const { message } = kit.report(error, 'NAME_SUGGESTIONS', NAME_ERRORS)
      Object.assign(state, { suggestions: [], availability: 'failed', error: reasonIn(error) ?? message })
    }
  }

  /**
   * Looks up the exact name, because suggestions may list only similar ones. A failure is one of the suggestions: the
   * code of `resolve` has no text in the visitor's language.
   */
  const isTaken = async (label: string) => {
    const found = await api?.resolve(label + options.suffix).catch((error: unknown) => {
      throw nameError('NAME_SUGGESTIONS', reasonIn(error), error)
    })
    return found !== undefined
  }

  return (text) => {
    clearTimeout(timer)
    const label = text.trim().toLowerCase()
    // Supersede the pending lookup: its result belongs to older text.
    look('').catch(() => undefined)
    const looking = isLabel(label)
    Object.assign(state, { label: text.trim(), suggestions: [], error: undefined })
    state.availability = looking ? 'checking' : 'unknown'
    if (looking) timer = setTimeout(() => void suggest(label), SUGGESTION_DEBOUNCE)
  }
}
