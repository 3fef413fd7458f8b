/** Derives a plugin's other names from its id, and finds ids that are taken. Pure functions. */
import { KIT_FEATURES, KIT_KEYS } from '../../../schema/kitKeys.ts'
import { nearest } from '../../../schema/nearest.ts'
import type { Piece } from '../../../schema/pieces.ts'
import { CORE_VIEWS } from './known.ts'

/**
 * The names of a plugin, here for the id `tip-jar`: `tipJar` is the key under `features`, `TipJar` the view, and `Tip
 * jar` the title for people.
 */
export type Names = { id: string; feature: string; view: string; title: string; constant: string; packageName: string }

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
const LONGEST = 40

/** Names that could be taken for an official plugin or package. */
const RESERVED = ['walletkit', 'sandbox', 'create', 'plugin', 'test', 'account', 'connect', 'networks', 'node-modules']

export const isId = (text: string) => ID.test(text) && text.length <= LONGEST

export function namesOf(id: string): Names {
  const feature = id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const title = id.replaceAll('-', ' ')
  return {
    id,
    feature,
    view: feature.charAt(0).toUpperCase() + feature.slice(1),
    title: title.charAt(0).toUpperCase() + title.slice(1),
    constant: id.replaceAll('-', '_').toUpperCase(),
    packageName: `walletkit-plugin-${id}`,
  }
}

/**
 * The name of walletkit that an id equals or resembles, or the kit's storage key that it equals; undefined for a
 * distinct id.
 */
export function takenBy(id: string, ours: readonly Pick<Piece, 'id' | 'feature'>[]): string | undefined {
  if (KIT_KEYS.includes(id)) return id
  const known = [...RESERVED, ...ours.flatMap((piece) => [piece.id, piece.feature])]
  const bare = id.replace(/^walletkit-(plugin-)?/, '')
  // In a short name, one different letter counts as a typing error; in a long name, two do.
  return nearest(bare, known, bare.length < 8 ? 1 : 2)
}

/**
 * The name of walletkit that a plugin made from this id would have too: a key under `features`, or a view. Undefined if
 * there is none.
 */
export function madeTaken(id: string): string | undefined {
  const { feature, view } = namesOf(id)
  return KIT_FEATURES.find((each) => each === feature) ?? CORE_VIEWS.find((each) => each === view)
}
