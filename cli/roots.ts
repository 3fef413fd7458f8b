import type { Piece } from '../schema/pieces.ts'
import type { Roots } from './graph.ts'
import { sourceRoot } from './package.ts'

/** Where the modules of a selection come from. */
export const rootsOf = ({ plugins, off }: Record<'plugins' | 'off', readonly Piece[]>): Roots => ({
  root: sourceRoot,
  guests: [...plugins, ...off].filter(({ guest }) => guest),
})
