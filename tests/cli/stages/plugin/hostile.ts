/**
 * Random hostile manifests for the manifest reader. Each is a manifest as authors write it, in which values, keys and
 * statements are replaced by code that leaves a mark if it ever runs. The seed decides all (xorshift32).
 */
import { expect } from 'vitest'
import { readSource } from '../../../../cli/guests.ts'
import { toPiece } from '../../../../cli/package.ts'
import { SourceFunction } from '../../../../cli/record.ts'
import { loadParse, type Parse, parseScript } from '../../../../cli/stages/parse.ts'
import { checkManifest } from '../../../../cli/stages/plugin/checkManifest.ts'
import { NotLiteral } from '../../../../cli/stages/plugin/literal.ts'

const MARK = 'globalThis.manifestRan = true'
const POLLUTE = "Object.prototype.polluted = 'yes'"

const VALUES = [
  ...['1', '-1', '0x10', '1e400', "'text'", '`text`', 'true', 'null', 'undefined', '[]', '{}', "['a', 'b']", '[[[]]]'],
  ...['{ a: 1 }', "{ 'a-b': { c: [1] } }", "() => import('./a.ts')", "function () { return import('./a.ts') }"],
  ...[
    '({ view }) => view',
    "async () => import('./a.ts')",
    '() => import(name)',
    "() => import('https://evil.example')",
  ],
  ...[`(${MARK})`, `(() => { ${MARK} })()`, `\`\${${MARK}}\``, `String.raw\`\${${MARK}}\``, `[...(${MARK}, [])]`],
  ...[
    `{ ...(${MARK}, {}) }`,
    `{ [${MARK}]: 1 }`,
    `{ get a() { ${MARK} } }`,
    `{ set a(b) { ${MARK} } }`,
    `{ a() { ${MARK} } }`,
  ],
  ...[
    `new (class { static { ${MARK} } })()`,
    `class { static { ${MARK} } }`,
    `(${POLLUTE})`,
    `eval('${MARK}')`,
    '/a/g',
    '1n',
  ],
  ...[
    `new Function('${MARK}')()`,
    'import.meta.url',
    "await import('node:fs')",
    'this',
    'globalThis',
    'process.env',
    'a.b?.c',
  ],
  ...[
    `{ __proto__: { polluted: 'yes' } }`,
    `{ '__proto__': 1 }`,
    `{ constructor: { prototype: 1 } }`,
    `{ prototype: 1 }`,
  ],
  ...[
    `{ "\\u005f_proto__": { polluted: 1 } }`,
    `{ ['__proto__']: 1 }`,
    '{ toString: 1, valueOf: 1 }',
    '{ then: 1 }',
    '{ toJSON: 1 }',
  ],
  ...[
    '{ __defineGetter__: 1, hasOwnProperty: 0 }',
    '[, 1]',
    '[1, , 2]',
    'void 0',
    'typeof a',
    '!0',
    '1 + 1',
    'a ? b : c',
    'a ?? b',
  ],
  ...[
    'a = 1',
    'a++',
    'yield',
    '<a/>',
    '({ a }) => a',
    "'\\u001b[2K'",
    "'\\u0000'",
    '"\\u202e"',
    '(1, 2)',
    '((((1))))',
    '1 as never',
  ],
]
const KEYS = [
  ...[
    'id',
    'feature',
    'engine',
    'permissions',
    'options',
    'views',
    'slots',
    'budget',
    'events',
    'requires',
    'messages',
  ],
  ...[
    'controller',
    'api',
    'available',
    'guest',
    '__proto__',
    "'__proto__'",
    'constructor',
    'prototype',
    'toString',
    'valueOf',
  ],
  ...[
    'hasOwnProperty',
    "['id']",
    `[${MARK}]`,
    '1',
    "''",
    "'a.b'",
    "'\\u001b'",
    '#a',
    '...a',
    'async',
    'get',
    'static',
    'polluted',
  ],
]
const AROUND = [
  ...[
    `${MARK};`,
    `${POLLUTE};`,
    "import './a.js';",
    "import a from 'evil';",
    "export * from './a.js';",
    'export const a = 1;',
  ],
  ...[
    "import { definePlugin as a } from 'walletkit/plugin';",
    `const definePlugin = () => { ${MARK} };`,
    `function definePlugin() { ${MARK} }`,
  ],
  ...[
    "import { report } from 'walletkit/plugin';",
    "import type { A } from './a.ts';",
    'type B = 1;',
    `if (1) { ${MARK} }`,
    '{}',
    ';',
  ],
  ...[
    `class A { static { ${MARK} } }`,
    'debugger;',
    `label: ${MARK};`,
    `export let b = (${MARK});`,
    'declare const c: 1;',
    "'use strict';",
  ],
  ...[
    'enum D { A }',
    `namespace E { ${MARK} }`,
    'declare module "walletkit/plugin" { interface ViewParams { A: 1 } }',
    '@a class F {}',
  ],
]
const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  ',',
  ':',
  '=>',
  '...',
  '`',
  "'",
  '"',
  '/*',
  '//',
  '\n',
  '\0',
  '\u2028',
  '💰',
  '\\',
  '${',
]

function dice(seed: number) {
  let state = seed || 1
  return (below: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** The text of manifest number `at`: the same number gives the same text. */
export function hostile(at: number): string {
  const next = dice((at + 1) * 0x9e3779b1)
  // Skip numbers, because the first ones are similar for neighbouring seeds.
  for (let skip = 0; skip < 8; skip++) next(2)
  const one = (list: readonly string[]) => list[next(list.length)] ?? ''
  const value = (honest: string) => (next(24) ? honest : one(VALUES))
  const more = () => (next(20) ? '' : `, ${one(KEYS)}: ${one(VALUES)}`)
  const object = (...members: [string, string][]) =>
    `{ ${members.map(([key, honest]) => `${next(80) ? key : one(KEYS)}: ${value(honest)}`).join(', ')}${more()} }`
  const manifest = object(
    ['id', "'tip-jar'"],
    ['feature', "'tipJar'"],
    ['engine', "'^0.1'"],
    ['permissions', object(['hosts', `[${value("'https://a.example'")}]`], ['storage', "['tip-jar']"])],
    ['controller', "() => import('./controller.ts')"],
    ['views', object(['TipJar', object(['title', "'Tip jar'"], ['load', "() => import('./view.tsx')"])])],
    ['slots', object(['guards', `[${object(['key', "'tip'"], ['order', '1'], ['mayClose', '() => true'])}]`])],
    ['options', value('{}')],
  )
  const call = next(5)
    ? `definePlugin(${manifest})`
    : one([manifest, `(${manifest})`, `definePlugin(${manifest}, 1)`, `a(${manifest})`])
  const exported = next(6)
    ? `export default ${call}`
    : one([`const a = ${call}\nexport default a`, `export { ${call} }`, call, `export default () => ${call}`])
  const text = [
    ...(next(8) ? ["import { definePlugin } from 'walletkit/plugin'"] : []),
    ...(next(8) ? [] : [one(AROUND)]),
    exported,
    ...(next(8) ? [] : [one(AROUND)]),
  ].join('\n')
  if (next(12)) return text
  // Cut the text off, or insert a token anywhere.
  const place = next(text.length)
  return next(2)
    ? text.slice(0, place)
    : `${text.slice(0, place)}${one(TOKENS).repeat(1 + next(3000))}${text.slice(place)}`
}

/** The properties of the prototypes that all code of this process shares. */
const shared = () =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype].map((prototype) =>
    Reflect.ownKeys(prototype).map((key) => [key, Object.getOwnPropertyDescriptor(prototype, key)?.value as unknown]),
  )

/** The parts of a value that are neither plain data nor functions that were only read. */
function foreign(value: unknown): unknown[] {
  if (Array.isArray(value)) return Object.getPrototypeOf(value) === Array.prototype ? value.flatMap(foreign) : [value]
  if (value instanceof SourceFunction) return []
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? [value] : []
  return Object.getPrototypeOf(value) === Object.prototype ? Object.values(value).flatMap(foreign) : [value]
}

/** Reads `count` manifests, beginning with number `from`. @returns how many were read, and how many refused */
export async function readHostile(from: number, count: number): Promise<{ read: number; refused: number }> {
  const parseTypescript = await loadParse()
  const before = shared()
  const counted = { read: 0, refused: 0 }
  for (let at = from; at < from + count; at++) {
    const text = hostile(at)
    const isScript = at % 2 === 0
    if (refusal(text, isScript ? 'index.js' : 'index.ts', isScript ? parseScript : parseTypescript)) counted.refused++
    else counted.read++
    if ('manifestRan' in globalThis || 'polluted' in {}) throw new Error(`It ran: ${text}`)
  }
  // Code that runs in a later task would be noticed after this.
  await new Promise((done) => setTimeout(done, 20))
  expect('manifestRan' in globalThis).toBe(false)
  expect(shared()).toEqual(before)
  return counted
}

function refusal(text: string, file: string, parse: Parse): NotLiteral | undefined {
  try {
    const manifest = readSource(text, file, parse)
    if (foreign(manifest).length) throw new Error(`Not plain data: ${text}`)
    // Commands use a manifest next: that must not throw, except for a required property that is missing.
    checkManifest(manifest, { ours: [], version: '0.1.0' })
    try {
      toPiece(manifest, { folder: '', entry: file, schema: undefined })
    } catch (error) {
      expect((error as Error).message, text).toMatch(/: (id|feature|engine) is not a/)
    }
    return undefined
  } catch (error) {
    if (!(error instanceof NotLiteral)) throw new Error(`Not a refusal with a path: ${text}`, { cause: error })
    // The message has one line without control characters: the path, what is wrong there, and what to write instead.
    if (
      !/^The manifest's (default export|[\w$-]+|\[").{0,600}\. \S.{5,}/u.test(error.message) ||
      /\p{Cc}/u.test(error.message)
    )
      throw new Error(`Refused without a path: ${JSON.stringify(error.message)} for ${text}`)
    return error
  }
}
