import { describe, expect, it } from 'vitest'
import { createReader } from '../../../cli/import/evaluate/index.ts'
import { readProject } from '../../../cli/import/project.ts'
import { Call, fromData, Given, toJson, Unread } from '../../../cli/import/value.ts'
import { loadParse } from '../../../cli/stages/parse.ts'
import { folder } from '../project.ts'

const parse = await loadParse()

/** The value that the reader finds for `it` of `const it = …` in main.ts. */
async function valueOf(code: string, others: Record<string, string> = {}) {
  const root = await folder({ 'main.ts': code, ...others })
  const project = await readProject(root, 'main.ts', parse)
  const reader = createReader(project, (given) =>
    given.source === 'networks' ? fromData({ name: given.name, id: 7, run: () => 1 }) : given,
  )
  const module = project.modules.find(({ file }) => file === 'main.ts')
  const node = module?.constants.get('it')
  if (!module || !node) throw new Error('There is no it')
  return { value: reader.read(module, node), notes: reader.notes }
}
const json = async (code: string, others?: Record<string, string>) => toJson((await valueOf(code, others)).value)

describe('createReader', () => {
  it.each<[string, unknown]>([
    [
      "const it = { a: [1, -2, !true, null], 'b': `x${1}y`, ['c' + '']: 1 }",
      { a: [1, -2, false, null], b: 'x1y', c: 1 },
    ],
    [
      "const key = 'k'\nconst it = { [key]: [...[1, 2], 3], ...{ b: 2 }, b: 3 } as const satisfies object",
      { k: [1, 2, 3], b: 3 },
    ],
    ["import { one } from 'networks'\nconst it = { [one.id]: one.name, list: [one][0]!.id }", { 7: 'one', list: 7 }],
    ['const it = true && { a: undefined, b: 1 }', { b: 1 }],
    ["const it = undefined ?? 'x'", 'x'],
    ['const it = (1 > 2) ? 1 : 2', 2],
    ['const it = [1, 0].filter((each) => each > 0)', [1]],
    ['const it = [1 >= 1, 1 < 1, Number.isFinite(Number("x")), Number.isInteger(3)]', [true, false, false, true]],
    ['const it = (one > 2) ? 1 : 2', undefined],
    ['const it = [1n, /x/]', undefined],
    ['let it2 = 1\nit2 = 2\nconst it = it2', 2],
    ['let it2 = 1\nif (false) it2 = 2\nconst it = it2', 1],
    ['let it2 = 1\nif (isOn()) it2 = 2\nconst it = it2', undefined],
    ['let it2 = 1\nfunction set() { it2 = 2 }\nconst it = it2', undefined],
    ['let list = [1]\nif (isOn()) list = [0, ...list]\nconst it = list', [1, 0]],
    ['let late = null\nfunction set() { late = [1] }\nfunction clear() { late = null }\nconst it = late', [1]],
    ['const it = { [unknown.a]: 1, [unknown.b]: 2 }\n', { '[unknown.a]': 1, '[unknown.b]': 2 }],
    ['const ids = { [unknown.a]: 1 }\nconst it = Object.values(ids)', [1]],
    ['const ids = { [unknown.a]: 1 }\nconst it = ids.b', undefined],
    ['const it = ({ get() { return 1 } }).get()', 1],
    ['let it2 = 1\nit2 += 1\nconst it = it2', undefined],
    ['let it2 = 1\nconst it = it2', 1],
    ['let it2\nif (window) it2 = [1]\nconst it = it2', [1]],
    ["enum Id { Main = 1, Next, Text = 't' }\nconst it = [Id.Main, Id.Next, Id.Text]", [1, 2, 't']],
    [
      "function pick(stage) { switch (stage) { case 'live': return 1\ndefault: return 2 } }\nconst it = [pick('live'), pick('x')]",
      [1, 2],
    ],
    ["const pick = () => { if (typeof window === 'undefined') return []\nreturn [1] }\nconst it = pick()", [1]],
    [
      'const all = [{ id: 1 }, { id: 2 }]\nconst it = [all.find((each) => each.id === 2), all.some(({ id }) => id === 3)]',
      [{ id: 2 }, false],
    ],
    ['const it = [...new Set([1, 2, 1])]', [1, 2]],
    ["let url = undefined\nif (process.env.NODE_ENV === 'development') url = 'http://x'\nconst it = url", undefined],
    ["let url\nif (process.env.NODE_ENV === 'production') url = 'https://x'\nconst it = url", 'https://x'],
    ['let made\nif (!made) made = [1]\nconst it = made', [1]],
    ['let made\nif (isOn()) made = { a: 1 }\nconst it = made', { a: 1 }],
    ['const of = ({ a = 1 } = {}) => [a]\nconst it = [of(), of({ a: 2 }), of({})]', [[1], [2], [1]]],
    ['const of = ({ a = 1 }) => a\nconst it = of(loaded())', undefined],
    ['const of = ({ a = 1 }) => a\nconst it = of({ ...loaded() })', undefined],
    ["const id = Number('1')\nconst it = id === '1' ? 'one' : 'other'", undefined],
    ['const all = new Set([1])\nconst it = [all.has(1), all.has(2)]', [true, false]],
    ["const all = new Map([[1, 'a'], [2, 'b']])\nconst it = [all.get(2), ...all.values()]", ['b', 'a', 'b']],
    ['const it = (() => { const all = [1, 2]\nreturn all })()', [1, 2]],
    ['const it = (function (first) { return [first] })(1)', [1]],
    ['const listOf = (first) => (second) => [first, second]\nconst it = listOf(1)(2)', [1, 2]],
    ['const it = [1, 2].reduce((sum, each) => ({ ...sum, [each]: `u${each}` }), {})', { 1: 'u1', 2: 'u2' }],
    ['const all = [1]\nall.push(2, ...[3])\nif (process.env.TESTNETS) all.push(4)\nconst it = all', [1, 2, 3]],
    ['const all = { a: 1 }\nall.b = 2\nall["c"] = 3\nconst it = all', { a: 1, b: 2, c: 3 }],
    ['const all = [1]\nif (isOn()) all.push(2)\nconst it = all', [1, 2]],
    ['const all = [1]\nif (process.env.TESTNETS) all.push(2)\nelse all.push(3)\nconst it = all', [1, 3]],
    ['const all = [1]\nif (isOn()) all.pop()\nelse all.push(3)\nconst it = all', undefined],
    ['const all = [1]\nfor (const each of [2]) all.push(each)\nconst it = all', undefined],
    ['const all = [1]\nfor (let at = 0; at < 2; at++) { all.push(at) }\nconst it = all', undefined],
    ['const all = [1]\nwhile (isOn()) all.push(2)\nconst it = all', undefined],
    ['const all = [1]\n;[2].forEach((each) => all.push(each))\nconst it = all', undefined],
    ['const all = [1]\ntry { all.push(2) } catch {}\nconst it = all', undefined],
    ['const all = [1]\nisOn() && all.push(2)\nconst it = all', undefined],
    ['const all = { a: [1] }\nall.a.push(2)\nconst it = all', undefined],
    ['const all = { a: 1 }\nfor (const each of [1]) all[each] = 2\nconst it = all', undefined],
    ['const all = { a: 1 }\nObject.assign(all, { b: 2 })\nconst it = all', undefined],
    ['function list() { const own = [1]; own.push(2, 3); return own }\nconst it = list()', [1, 2, 3]],
    [
      'const list = (on) => { const own = { a: [1] }; if (on) own.b = 2; else own.c = 3; return own }\nconst it = list(true)',
      { a: [1], b: 2 },
    ],
    [
      'function list() { const own = [1]; for (const each of [2]) own.push(each); return own }\nconst it = list()',
      undefined,
    ],
    ['const all = [1]\nconst add = () => all.push(2)\nfunction more() { all.push(3) }\nconst it = all', [1]],
    [
      "function pick(stage) { switch (stage) { case 'live': return 1\ncase 'dev': return 2 }\nreturn 3 }\nconst it = [pick('live'), pick('dev'), pick('x')]",
      [1, 2, 3],
    ],
    [
      "function pick(stage) { switch (stage) { case 'live': { return 1 }\ncase 'dev': break\ndefault: return 2 }\nreturn 3 }\nconst it = [pick('live'), pick('dev'), pick('x')]",
      [1, 3, 2],
    ],
    ['function pick() { switch (now()) { case 1: return 1 }\nreturn 3 }\nconst it = pick()', 3],
    ['const it = [1, 2].reduce((sum, each) => { sum[`k${each}`] = each; return sum }, {})', { k1: 1, k2: 2 }],
    ["import { ref } from 'vue'\nconst list = ref([1])\nconst it = list.value", [1]],
    ['const it = { method() {} }', undefined],
    ["const it = process.env.NODE_ENV === 'production' ? 'live' : 'dev'", 'live'],
    ["const it = [1, ...(process.env.NEXT_PUBLIC_ENABLE_TESTNETS === 'true' ? [2] : [])]", [1]],
    ['const it = [1, process.env.TESTNETS && 2].filter(Boolean)', [1]],
    ['const it = [...(import.meta.env.DEV && [1]), ...(import.meta.env.PROD ? [2] : [])]', [2]],
    ["const it = typeof window !== 'undefined' ? 'page' : 'server'", 'page'],
    [
      "const all = { a: 1, b: 2 }\nconst it = [Object.values(all), Object.keys(all), all['b']]",
      [[1, 2], ['a', 'b'], 2],
    ],
    ['const it = Object.fromEntries([7, 8].map((id) => [id, `u${id}`]))', { 7: 'u7', 8: 'u8' }],
    ["const url = (id, key = 'k') => `https://${id}.test/${key}`\nconst it = url('a')", 'https://a.test/k'],
    ['function list() { const own = [1]; return [...own, 2] }\nconst it = list()', [1, 2]],
    ['const { a: [, b] } = { a: [1, 2] }\nconst it = b', 2],
    ["const it = ' x '.trim() + 'a,b'.split(',')[1]", 'xb'],
  ])('reads %s', async (code, expected) => {
    expect(await json(code)).toEqual(expected)
  })

  it('follows names through the project’s files: renamed, re-exported, by star and by default', async () => {
    const others = {
      'a/index.ts': "export * from './star'\nexport { inner as renamed } from './inner.js'\nexport default 'd'",
      'a/star.ts': "import { other } from '../src/other'\nexport const star = [other]",
      'a/inner.ts': "const inner = 'i'\nexport { inner }",
      'src/other.ts': "export const other = 'o'",
    }
    const code =
      "import main, { star, renamed } from './a'\nimport { other } from '@/other'\nconst it = [main, star, renamed, other]"
    expect(await json(code, others)).toEqual(['d', ['o'], 'i', 'o'])
  })

  it('takes an imported constant without a value as undefined, which a condition can decide', async () => {
    const others = {
      'a.ts': 'export const fork = false ? [1] : undefined\nexport * from "./b"',
      'b.ts': 'export const b = 1',
    }
    expect(await json("import { fork } from './a'\nconst it = fork ? [fork] : [2]", others)).toEqual([2])
    expect((await valueOf("import { none } from './a'\nconst it = none", others)).value).toBeInstanceOf(Unread)
  })

  it('stops at circular names', async () => {
    expect((await valueOf('const a = [b]\nconst b = [a]\nconst it = a')).value).not.toBeUndefined()
    const circle = {
      'a.ts': "export { x } from './b'\nexport * from './b'",
      'b.ts': "export { x } from './a'\nexport * from './a'",
    }
    expect((await valueOf("import { x } from './a'\nconst it = x", circle)).value).toBeInstanceOf(Unread)

    // A call, for which the reader also looks up where the function comes from.
    const passed = { 'a.ts': "import { x } from './b'\nexport { x }", 'b.ts': "import { x } from './a'\nexport { x }" }
    expect((await valueOf("import { x } from './a'\nconst it = x()", passed)).value).toBeInstanceOf(Unread)
    const stars = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `m${at}.ts`,
        Array.from({ length: 12 }, (_each, to) => `export * from './m${to}'`).join('\n'),
      ]),
    )
    expect((await valueOf("import { x } from './m0'\nconst it = x", stars)).value).toBeInstanceOf(Unread)
  })

  it('recognises a call of a package that the project re-exports, by name or by star', async () => {
    const others = {
      'kit.ts': "export { make as create } from './inner'\nexport * from 'stars'",
      'inner.ts': "export { make } from 'kit'",
    }
    const code = "import { create, other } from './kit'\nconst it = [create(1), other()]"
    expect((await valueOf(code, others)).value).toEqual([new Call('make', 'kit', [1]), new Call('other', 'stars', [])])
  })

  it('does not treat a member as absent when unreadable code may add it', async () => {
    expect((await valueOf('const all = { ...process.env, a: 1 }\nconst it = [all.a, all.b]')).value).toEqual([
      1,
      new Unread('all.b'),
    ])
    expect((await valueOf('const all = { a: 1 }\nconst it = [all.b]')).value).toEqual([undefined])
  })

  it('keeps what only running could compute as code, and package values by name', async () => {
    expect((await valueOf('const it = process.env.KEY')).value).toEqual(new Unread('process.env.KEY'))
    expect((await valueOf("import { wallet as w } from 'kit'\nconst it = w")).value).toEqual(new Given('wallet', 'kit'))
    const { value, notes } = await valueOf("const it = process.env.KEY ?? 'fallback'")
    expect({ value, notes }).toEqual({
      value: 'fallback',
      notes: ['process.env.KEY is not known here; the value after it was taken.'],
    })
  })

  it('takes both lists where only running the code could choose one', async () => {
    const { value, notes } = await valueOf('const it = isLive() ? [1, 2] : [2, 3]')
    expect({ value, notes }).toEqual({
      value: [1, 2, 3],
      notes: ['main.ts:1: isLive() is decided by code; both lists were taken together.'],
    })
  })

  it('takes the lists of each return where only running the code could choose one', async () => {
    const { value, notes } = await valueOf(
      'function list() { if (isTest()) { return [1] } else if (isLocal()) return more()\nreturn [1, 2] }\nconst it = list()',
    )
    expect({ value, notes }).toEqual({
      value: [1, 2, new Unread('more()')],
      notes: ['main.ts:1: what is returned is decided by code; all lists were taken together.'],
    })
  })

  it('reads no file outside the project', async () => {
    const outside = await folder({ 'secret.ts': "export const secret = 's'" })
    const { value } = await valueOf(`import { secret } from '..${outside}/secret'\nconst it = secret`)
    expect(toJson(value)).toBeUndefined()
    const deep = `import { secret } from '${'../'.repeat(12)}${outside.slice(1)}/secret'\nconst it = secret`
    expect(toJson((await valueOf(deep)).value)).toBeUndefined()
  })

  it.each<[string, unknown, string]>([
    ['', { '.': './src/list.ts' }, 'src/list.ts'],
    ['', './src/list.ts', 'src/list.ts'],
    ['', { types: './dist/list.d.ts', import: { default: './dist/list.mjs' } }, 'src/list.ts'],
    ['/list', { '.': './x.ts', './*': './lib/chains/*.ts' }, 'lib/chains/list.ts'],
    ['/all', { './all': ['./build/list.js', './x.js'] }, 'src/list.ts'],
    ['', { types: './types/list.d.ts', default: './code/list.js' }, 'code/list.js'],
  ])('reads what a package of the workspace exports: @acme/chains%s of %j is %s', async (path, exports, file) => {
    const others = {
      'package.json': '{ "workspaces": ["packages/*"] }',
      'packages/chains/package.json': JSON.stringify({ name: '@acme/chains', exports }),
      [`packages/chains/${file}`]: 'export const ids = [1]',
    }
    expect(await json(`import { ids } from '@acme/chains${path}'\nconst it = ids`, others)).toEqual([1])
  })
})
