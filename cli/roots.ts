import type { Piece } from '../schema/pieces.ts'
import type { Roots } from './graph.ts'
import { sourceRoot } from './package.ts'

/** The folders that the modules of a build come from: walletkit's own, and those of third-party plugins, on and off. */
export const rootsOf = ({ plugins, off }: Record<'plugins' | 'off', readonly Piece[]>): Roots => ({
  root: sourceRoot,
  guests: [...plugins, ...off].filter(({ guest }) => guest),
})
