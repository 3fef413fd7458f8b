/**
 * Checks that every function, class, hook and component that an entry point exports has an `@example` that compiles.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { isManifest } from '../../cli/repo/api.ts'
import { entryPoints } from '../../cli/repo/entryPoints.ts'
import { ROOT } from './graph.ts'

/** An export of an entry point. `code` is its `@example`, if it has one. */
type Export = { name: string; entry: string; code: string | undefined }

/** The type of `kit` in examples that do not declare it. */
const kitOf = (entry: string) =>
  /^walletkit\/(plugin|ui)$/.test(entry) ? "import('walletkit/plugin').PluginKit" : "import('walletkit').WalletKit"

function findExports(): Export[] {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object
  }
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT)
  const points = entryPoints().filter(({ source }) => !isManifest(source))
  const program = ts.createProgram(
    points.map(({ source }) => join(ROOT, source)),
    options,
  )
  const checker = program.getTypeChecker()
  return points.flatMap(({ name: entry, source }) => {
    const file = program.getSourceFile(join(ROOT, source))
    const module = file && checker.getSymbolAtLocation(file)
    return (module ? checker.getExportsOfModule(module) : []).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const isCalled = () => checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0
      if (!(symbol.flags & ts.SymbolFlags.Class) && !(symbol.flags & ts.SymbolFlags.Value && isCalled())) return []
      // Exports that come from other packages have their own documentation.
      if (symbol.declarations?.[0]?.getSourceFile().fileName.includes('/node_modules/')) return []
      const tag = symbol.getJsDocTags(checker).find(({ name }) => name === 'example')
      const [, code] = /```tsx?\n([^]*?)\n```/.exec(ts.displayPartsToString(tag?.text)) ?? []
      return [{ name: exported.name, entry, code }]
    })
  })
}

let all: readonly Export[]
beforeAll(() => (all = findExports()))

describe('examples', () => {
  it('are in the docstring of every function, class, hook and component', () => {
    expect(all.length).toBeGreaterThan(100)
    expect(all.flatMap(({ entry, name, code }) => (code === undefined ? [`${entry} ${name}`] : []))).toEqual([])
  })

  it('use what they are examples of, and are at most twelve lines', () => {
    const wrong = all.filter(({ name, code = '' }) => {
      const used = new RegExp(name === 'default' ? 'import \\w+ from' : `\\b${name}\\b`)
      return !used.test(code) || code.split('\n').length > 12
    })
    expect(wrong.map(({ entry, name }) => `${entry} ${name}`)).toEqual([])
  })

  it('compile', () => {
    const folder = join(ROOT, '.cache/examples')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const { entry, name, code = '' } of all) {
      const declared = /\bkit\b/.test(code) && !/const kit\b|\{ kit \}:/.test(code)
      const lines = [...(declared ? [`declare const kit: ${kitOf(entry)}`] : []), code, 'export {}', '']
      writeFileSync(join(folder, `${entry.replaceAll('/', '-')}-${name}.tsx`), lines.join('\n'))
    }
    const declarations = '../../templates/react/src/walletkit.d.ts'
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../tsconfig.json', include: ['*.tsx', declarations], exclude: [] }),
    )
    const tsc = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
    const errors = () => {
      try {
        return execFileSync(process.execPath, [tsc, '-p', folder, '--noEmit'], { encoding: 'utf8', stdio: 'pipe' })
      } catch (error) {
        return (error as { stdout: string }).stdout
      }
    }
    expect(errors()).toBe('')
  })
})
