/**
 * Finds and removes what a config still contains of a plugin after its entry is gone: order lists and texts. Pure
 * functions.
 */
import { isObject, type Json, type JsonObject, type Piece } from '../../../schema/pieces.ts'
import { rewrite } from '../edit.ts'

type Named = Pick<Piece, 'feature' | 'slotKeys' | 'views'>

const parse = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
  return isObject(value) ? value : {}
}

const textsOf = (list: Json | undefined) =>
  Array.isArray(list) ? list.filter((each): each is string => typeof each === 'string') : []

/** The prefix of the message keys for labels of a slot's items, by slot: `feature.tip-jar` is a button's label. */
const LABELS: Readonly<Record<string, string>> = { walletFeatures: 'feature', accountTabs: 'tab', accountMenu: 'menu' }

/**
 * What is left of a plugin, one text each: `features.walletFeaturesOrder: tip-jar` for an item of an order list, and
 * `messages: tipJar.title` for a message.
 */
export function leftoversOf(text: string, { feature, slotKeys, views }: Named): string[] {
  const { features, messages } = parse(text)
  const orders = isObject(features) ? features : {}
  const listed = Object.entries(slotKeys).flatMap(([slot, keys]) => {
    const list = orders[`${slot}Order`]
    return textsOf(list).flatMap((each) => (keys.includes(each) ? `features.${slot}Order: ${each}` : []))
  })
  const labels = [
    ...views.map((view) => `title.${view}`),
    ...Object.entries(slotKeys).flatMap(([slot, keys]) => keys.map((key) => `${LABELS[slot]}.${key}`)),
  ]
  const texts = Object.keys(isObject(messages) ? messages : {}).filter(
    (key) => key.startsWith(`${feature}.`) || labels.includes(key),
  )
  return [...listed, ...texts.map((key) => `messages: ${key}`)]
}

/**
 * Removes what {@link leftoversOf} found from the config's text. An order list or a `messages` object that is empty
 * then is removed too; without the list, the order is the default one.
 */
export function removeLeftovers(text: string, leftovers: readonly string[]): string {
  if (!leftovers.length) return text
  const { features, messages, ...rest } = parse(text)
  const gone = new Set(leftovers)
  const kept = Object.entries(isObject(features) ? features : {}).flatMap(([key, value]): [string, Json][] => {
    if (!Array.isArray(value)) return [[key, value]]
    const left = value.filter((each) => typeof each !== 'string' || !gone.has(`features.${key}: ${each}`))
    return left.length || !value.length ? [[key, left]] : []
  })
  const texts = Object.entries(isObject(messages) ? messages : {}).filter(([key]) => !gone.has(`messages: ${key}`))
  return rewrite(text, {
    ...rest,
    ...(features !== undefined && { features: Object.fromEntries(kept) }),
    ...(texts.length > 0 && { messages: Object.fromEntries(texts) }),
  })
}
