import { proxy } from 'valtio/vanilla'
import type { ThemeMode } from '../contracts/config.ts'

/** `mode` is what the modal shows; `choice` may also be `system`, which follows the visitor's setting. */
export type ThemeState = { choice: ThemeMode | 'system'; mode: ThemeMode; variables: Record<string, string> }

export const createThemeState = (choice: ThemeState['choice'] = 'system', variables: Record<string, string> = {}) =>
  proxy<ThemeState>({ choice, mode: choice === 'system' ? 'light' : choice, variables })
