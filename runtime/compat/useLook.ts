import { useInsertionEffect } from 'react'
import { useTheme } from '../react.tsx'
import { giveLook, LOOK } from './look.ts'

/** Gives the page's compat buttons their look, in the theme's colours. Returns the class that they need. */
export function useLook(): string {
  const { themeVariables } = useTheme()
  useInsertionEffect(() => giveLook(themeVariables), [themeVariables])
  return LOOK
}
