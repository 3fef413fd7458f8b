/** The form: a field for each key of the schema. A field that says Default leaves its key out of the config. */
import type { Json, JsonObject } from '../../../schema/pieces.ts'
import { make } from './dom.ts'
import { hasTextItems, isObject, itemValues, propertiesOf, textOf, type Way, waysOf } from './schema.ts'

export type Form = {
  root: JsonObject
  read: (path: readonly string[]) => Json | undefined
  /** Undefined removes the key. */
  write: (path: readonly string[], value: Json | undefined) => void
}
type Path = readonly string[]

let count = 0
const nextId = () => `field-${(count += 1)}`

/** The field for a key: a group of fields, a single input, or a choice between the ways that the schema allows. */
export function field(form: Form, path: Path, node: JsonObject): HTMLElement {
  const ways = waysOf(form.root, node)
  const [only] = ways
  const about = textOf(node, 'description')
  if (ways.length === 1 && only?.node) {
    const { node: own } = only
    return propertiesOf(own).length ? group(form, path, own, about) : single(form, path, own, about)
  }
  return choice(form, path, ways, about)
}

/** The fields for an object's keys, in a group that is closed at first unless the config has the object. */
function group(form: Form, path: Path, node: JsonObject, about: string): HTMLElement {
  const isInFile = form.read(path) !== undefined
  const write: Form['write'] = (at, value) => {
    form.write(at, value)
    const left = form.read(path)
    // An object that only the form has made goes with its last key: no field could remove it.
    if (!isInFile && isObject(left) && !Object.keys(left).length) form.write(path, undefined)
  }
  const fields = propertiesOf(node).map(([key, child]) => field({ ...form, write }, [...path, key], child))
  const summary = make('summary', {}, make('code', {}, path.at(-1) ?? ''), hint(about))
  return make('details', { class: 'group', open: form.read(path) !== undefined }, summary, ...fields)
}

/** A select of the ways to fill in a value, and below it the fields of the chosen way. */
function choice(form: Form, path: Path, ways: readonly Way[], about: string): HTMLElement {
  const id = nextId()
  const current = () => ways.findIndex((way) => fits(way, form.read(path)))
  const options = ways.map(({ label }, at) => make('option', { value: at }, label))
  const list = make(
    'select',
    { id, 'aria-describedby': `${id}-about` },
    make('option', { value: -1 }, 'Default'),
    ...options,
  )
  const inner = make('div', { class: 'inner' })
  const draw = () => {
    const own = ways[current()]?.node
    list.value = String(current())
    inner.replaceChildren(...(own ? innerFields(form, path, own) : []))
  }
  list.addEventListener('change', () => {
    const way = ways[Number(list.value)]
    form.write(path, way?.node ? (way.node.type === 'array' ? [] : way.node.type === 'object' ? {} : '') : way?.value)
    draw()
  })
  draw()
  return make('div', { class: 'field' }, heading(id, path), hint(about, `${id}-about`), list, inner)
}

const innerFields = (form: Form, path: Path, node: JsonObject) =>
  propertiesOf(node).length
    ? propertiesOf(node).map(([key, child]) => field(form, [...path, key], child))
    : [single(form, path, node, '')]

function fits({ value, node }: Way, given: Json | undefined): boolean {
  if (given === undefined) return false
  if (!node) return value === given
  if (node.type === 'array') return Array.isArray(given)
  return node.type === 'object' ? isObject(given) : typeof given === 'string' || typeof given === 'number'
}

function single(form: Form, path: Path, node: JsonObject, about: string): HTMLElement {
  if (node.type !== 'array') return node.type === 'object' ? asJson(form, path, about) : input(form, path, node, about)
  const values = itemValues(form.root, node)
  if (values.length) return boxes(form, path, values, about)
  const given = form.read(path)
  const isPlain = given === undefined || (Array.isArray(given) && given.every((item) => typeof item === 'string'))
  return isPlain && hasTextItems(form.root, node) ? lines(form, path, about) : asJson(form, path, about)
}

/** An input for a text or a number; that of the accent colour has a colour picker beside it. */
function input(form: Form, path: Path, node: JsonObject, about: string): HTMLElement {
  const id = nextId()
  const isNumber = node.type === 'number' || node.type === 'integer'
  const given = form.read(path)
  const text = make('input', { id, type: 'text', inputmode: isNumber ? 'decimal' : undefined, autocomplete: 'off' })
  text.setAttribute('aria-describedby', `${id}-about`)
  text.value = typeof given === 'string' || typeof given === 'number' ? String(given) : ''
  // Text that is not a number stays text, so that the check reports it. `Number` takes spaces for 0.
  const parsed = () =>
    isNumber && text.value.trim() && Number.isFinite(Number(text.value)) ? Number(text.value) : text.value
  const write = () => form.write(path, text.value === '' ? undefined : parsed())
  text.addEventListener('input', write)
  const parts: HTMLElement[] = [text]
  if (path.at(-1) === 'accent') {
    const colour = make('input', { type: 'color', 'aria-label': `Pick ${path.join('.')}` })
    colour.value = /^#[\da-f]{6}$/i.test(text.value) ? text.value : '#3350e9'
    colour.addEventListener('input', () => {
      text.value = colour.value
      write()
    })
    parts.push(colour)
  }
  return make(
    'div',
    { class: 'field' },
    heading(id, path),
    hint(about, `${id}-about`),
    make('div', { class: 'row' }, ...parts),
  )
}

/** A list of texts: one in each line. */
function lines(form: Form, path: Path, about: string): HTMLElement {
  const id = nextId()
  const area = make('textarea', { id, rows: 3, spellcheck: 'false', 'aria-describedby': `${id}-about` })
  const given = form.read(path)
  area.value = Array.isArray(given) ? given.filter((item) => typeof item === 'string').join('\n') : ''
  area.addEventListener('input', () => {
    const items = area.value
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    form.write(path, items.length ? items : undefined)
  })
  return make('div', { class: 'field' }, heading(id, path), hint(`${about} One in each line.`, `${id}-about`), area)
}

/** A list with few possible items: a check box for each. A newly checked item goes to the end of the config's list. */
function boxes(form: Form, path: Path, values: readonly string[], about: string): HTMLElement {
  const labels = values.map((value) => {
    const box = make('input', { type: 'checkbox' })
    const list = () => {
      const given = form.read(path)
      return Array.isArray(given) ? given : []
    }
    box.checked = list().includes(value)
    box.addEventListener('change', () => {
      const items = box.checked ? [...list(), value] : list().filter((item) => item !== value)
      form.write(path, items.length ? items : undefined)
    })
    return make('label', { class: 'box' }, box, value)
  })
  const legend = make('legend', {}, make('code', {}, path.join('.')))
  return make('fieldset', { class: 'field' }, legend, hint(about), make('div', { class: 'boxes' }, ...labels))
}

/**
 * A text field with a value as JSON, for values that no other field can edit. Invalid JSON does not change the config.
 */
function asJson(form: Form, path: Path, about: string): HTMLElement {
  const id = nextId()
  const area = make('textarea', { id, rows: 4, spellcheck: 'false', class: 'json', 'aria-describedby': `${id}-about` })
  const given = form.read(path)
  area.value = given === undefined ? '' : JSON.stringify(given, null, 2)
  area.addEventListener('input', () => {
    try {
      form.write(path, area.value.trim() ? (JSON.parse(area.value) as Json) : undefined)
      area.removeAttribute('aria-invalid')
    } catch {
      // Half-typed JSON stays in the field, and the config keeps its last value.
      area.setAttribute('aria-invalid', 'true')
    }
  })
  return make('div', { class: 'field' }, heading(id, path), hint(`${about} As JSON.`, `${id}-about`), area)
}

const heading = (id: string, path: Path) => make('label', { for: id }, make('code', {}, path.join('.')))

const hint = (text: string, id?: string) => make('span', { class: 'hint', id }, text)
