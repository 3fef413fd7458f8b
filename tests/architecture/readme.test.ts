/** Checks README and SECURITY: code compiles, the config is valid, hosts and links are correct, promises have tests. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reownServices } from '../../schema/services.ts'
import { readConfig } from '../../schema/validate.ts'
import { rules } from '../schema/rules.ts'
import { ROOT } from './graph.ts'

const text = readFileSync(join(ROOT, 'README.md'), 'utf8')
const blocks = [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', code = '']) => ({
  language,
  code,
}))

it('code in the README compiles', () => {
  const code = blocks.filter(({ language }) => /^tsx?$/.test(language))
  expect(code.length).toBeGreaterThanOrEqual(3)
  const folder = join(ROOT, '.cache/readme')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  code.forEach(({ language, code: block }, index) => writeFileSync(join(folder, `block${index}.${language}`), block))
  const declared = '../../templates/react/src/walletkit.d.ts'
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', include: ['*.ts', '*.tsx', declared], exclude: [] }),
  )
  const tsc = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
  expect(() =>
    execFileSync(process.execPath, [tsc, '-p', folder, '--noEmit'], { encoding: 'utf8', stdio: 'pipe' }),
  ).not.toThrow()
})

it('config in the README passes walletkit check', () => {
  const configs = blocks.filter(({ language }) => language === 'json')
  expect(configs).not.toEqual([])
  for (const { code } of configs) expect(readConfig(code, 'README.md', rules).issues).toEqual([])
})

it('README names every host of the reown preset, and no other', () => {
  const hosts = Object.values(reownServices()).map((address) => new URL(String(address)).host)
  const named = text.match(/[a-z0-9]+\.(?:walletconnect|web3modal|reown)\.(?:org|com)/g) ?? []
  expect([...new Set(named)].sort()).toEqual([...new Set(hosts)].sort())
})

it('links of the README lead to existing files, and its picture is small', () => {
  const links = [...text.matchAll(/\]\(([^)#:]+)\)|src="([^"]+)"/g)].map(([, link, picture]) => link ?? picture ?? '')
  expect(links.length).toBeGreaterThan(8)
  for (const link of links) expect(existsSync(join(ROOT, link)), link).toBe(true)
  expect(statSync(join(ROOT, '.github/images/modal.webp')).size).toBeLessThan(120_000)
})

it('every promise in SECURITY names existing tests, each by its file and its title', () => {
  const rows = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8').match(/^\| .+ \|$/gm) ?? []
  const promises = rows.filter((row) => /`tests\//.test(row))
  expect(promises.length).toBeGreaterThan(25)
  const missing = promises.flatMap((row) => {
    const named = [...row.matchAll(/`(tests\/[^`]+\.test\.tsx?)`((?:,? "[^"]+")+)/g)]
    expect(named, row).not.toEqual([])
    return named.flatMap(([, path = '', titles = '']) => {
      const source = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : ''
      // A title may go on in the source: with requirement ids, or with the cases of a table.
      const isTitle = (title: string) =>
        [`('${title}`, `("${title}`, `(\`${title}`, `  '${title}`].some((text) => source.includes(text))
      return [...titles.matchAll(/"([^"]+)"/g)].flatMap(([, title = '']) =>
        isTitle(title) ? [] : `${path} "${title}"`,
      )
    })
  })
  expect(missing).toEqual([])
})

it('every table of promises in SECURITY has a test in each row', () => {
  const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')
  const tables = text.match(/(?:^\|.*\|\n)+/gm)?.filter((table) => table.startsWith('| Promise')) ?? []
  expect(tables.length).toBeGreaterThan(5)
  const untested = tables
    .flatMap((table) => table.trim().split('\n').slice(2))
    .filter((row) => !row.includes('`tests/'))
  expect(untested).toEqual([])
})
