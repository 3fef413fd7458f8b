/** The state of the name form. */
import type { Suggestion } from './shape.ts'

export type NamesState = {
  /** The name as typed, without suffix. */
  label: string
  suggestions: readonly Suggestion[]
  /** `unknown`: not looked up yet, or the text is no name. `failed`: the lookup failed. */
  availability: 'unknown' | 'checking' | 'free' | 'taken' | 'failed'
  /** Why the last registration or lookup failed, as text for the visitor. */
  error: string | undefined
  loading: boolean
  /** The pending registration, or the last one that succeeded; `since` in ms since 1970. */
  registration: { name: string; step: 'sign' | 'post' | 'done'; since: number } | undefined
  /** The account's names; `undefined` until they are loaded. */
  own: readonly string[] | undefined
}

export const blankNames = (): NamesState => ({
  label: '',
  suggestions: [],
  availability: 'unknown',
  error: undefined,
  loading: false,
  registration: undefined,
  own: undefined,
})
