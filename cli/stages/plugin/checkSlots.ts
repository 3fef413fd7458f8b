/** Checks a plugin's slots: known slot names, and items that the modal can render. Pure functions. */
import { show } from '../../../schema/issue.ts'
import { nearest } from '../../../schema/nearest.ts'
import { type Finding, finding, warning } from './finding.ts'
import { ICONS, NAMESPACES, SLOTS } from './known.ts'
import { isRecord, type Manifest, SourceFunction } from '../../record.ts'

type Path = readonly (string | number)[]

export function checkSlots({ slots, views }: Manifest): Finding[] {
  if (slots === undefined) return []
  if (!isRecord(slots))
    return [finding(['slots'], 'slots is not an object', 'lists of items by slot', 'Write an object.')]
  // A slot can open only a view of the plugin itself, as in the types of `definePlugin`.
  const open = isRecord(views) ? Object.keys(views) : []
  return Object.entries(slots).flatMap(([slot, list]) => {
    const at = ['slots', slot]
    if (!isSlot(slot)) return [oneOf(at, slot, Object.keys(SLOTS), 'slot')]
    if (!Array.isArray(list)) return [finding(at, `${slot} is not a list`, 'a list of items', 'Write a list.')]
    const keys = list.map((item: unknown) => (isRecord(item) ? item.key : undefined))
    return list.flatMap((item: unknown, index) => {
      const here = [...at, index]
      if (!isRecord(item)) return [finding(here, 'The item is not an object', 'key and order', 'Write an object.')]
      const twice = keys.indexOf(item.key) !== index
      return [
        ...(twice
          ? [
              finding(
                [...here, 'key'],
                `The key ${show(item.key)} stands here twice`,
                'each key once',
                'Choose another.',
              ),
            ]
          : []),
        ...checkItem(item, here, SLOTS[slot], open),
      ]
    })
  })
}

const isSlot = (name: string): name is keyof typeof SLOTS => Object.hasOwn(SLOTS, name)

function checkItem(item: Manifest, at: Path, needs: (typeof SLOTS)['guards'], views: readonly string[]): Finding[] {
  const found: Finding[] = []
  const add = (key: string, ...rest: [message: string, expected: string, fix: string]) =>
    found.push(finding([...at, key], ...rest))
  const { key, order, label, icon, view, load, mayClose, namespaces } = item
  if (typeof key !== 'string' || !/^[a-z][A-Za-z0-9]*(-[a-z0-9]+)*$/.test(key))
    add('key', `${show(key)} is not a key`, 'a word, as tip-jar', 'Write a word: order lists name it.')
  if (typeof order !== 'number' || !Number.isFinite(order))
    add('order', `${show(order)} is not a rank`, 'a number; lower comes first', 'Write order: 50.')
  if (needs.label && (typeof label !== 'string' || !label.trim()))
    add('label', 'The item has no label', 'a text that a visitor reads', "Write label: '…'.")
  if (needs.icon && !(ICONS as readonly unknown[]).includes(icon))
    found.push(oneOf([...at, 'icon'], icon, ICONS, 'icon'))
  if (needs.view && (typeof view !== 'string' || !views.includes(view)))
    found.push(viewOf([...at, 'view'], view, views))
  if (needs.load && !(load instanceof SourceFunction))
    add('load', 'load is not a thunk', "() => import('./…')", "Write () => import('./…').")
  if (needs.mayClose && !(mayClose instanceof SourceFunction))
    add('mayClose', 'mayClose is not a function', '({ view }) => boolean', 'Write a function.')
  if (namespaces !== undefined && !Array.isArray(namespaces))
    add('namespaces', 'namespaces is not a list', `of: ${NAMESPACES.join(', ')}`, 'Write a list.')
  for (const [index, name] of (Array.isArray(namespaces) ? (namespaces as unknown[]) : []).entries())
    if (!(NAMESPACES as readonly unknown[]).includes(name)) found.push(foreign([...at, 'namespaces', index], name))
  return found
}

/**
 * Only warns of an unknown namespace in the form of CAIP-2 (3 to 8 of a-z, 0-9 and -), because a site can add a chain
 * family of its own.
 */
function foreign(at: Path, name: unknown): Finding {
  const asError = oneOf(at, name, NAMESPACES, 'namespace')
  const mayExist = typeof name === 'string' && /^[-a-z0-9]{3,8}$/.test(name) && !nearest(name, NAMESPACES)
  if (!mayExist) return asError
  return warning(
    at,
    `walletkit has no chain family "${name}"`,
    `one of: ${NAMESPACES.join(', ')}, or a family that the site adds`,
    'Nothing, if the site adds it with kit.addAdapter.',
  )
}

/**
 * The finding for a slot whose view the plugin does not have. A view of walletkit counts as missing, because no slot
 * may open it.
 */
function viewOf(at: Path, view: unknown, views: readonly string[]): Finding {
  if (!views.length)
    return finding(at, `The plugin has no view ${show(view)}`, 'a view of the plugin', 'Write the view into views.')
  const { fix, expected, nearest: near } = oneOf(at, view, views, 'view')
  return finding(at, `The plugin has no view ${show(view)}`, expected, fix, near)
}

function oneOf(at: Path, given: unknown, known: readonly string[], noun: string): Finding {
  const near = typeof given === 'string' ? nearest(given, known) : undefined
  const fix = near ? `Write "${near}".` : `Name one of them.`
  return finding(at, `There is no ${noun} ${show(given)}`, `one of: ${known.join(', ')}`, fix, near)
}
