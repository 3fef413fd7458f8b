/** Checks a plugin's imports: only public entry points, its own folder, and packages that it declares. */
import { posix } from 'node:path'
import { walk } from '../parse.ts'
import type { Finding } from './finding.ts'
import { at, type Source, textOf } from './sources.ts'

const DOORS = ['walletkit', 'walletkit/plugin', 'walletkit/ui', 'react', 'react/jsx-runtime', 'react-dom']

const NO_CODE = /\.(json|css|svg|png|jpe?g|webp|gif|woff2?|wasm|html|txt|md)(\?.*)?$/

/**
 * Reports imports of anything else than walletkit's entry points, the plugin's own files and `dependencies`: those of
 * the plugin's own package.json, which npm installs with the plugin. Types of other packages may be imported.
 */
export function checkImports(sources: readonly Source[], dependencies: readonly string[]): Finding[] {
  const files = new Set(sources.map(({ file }) => file))
  return sources.flatMap((source) => {
    const found: Finding[] = []
    walk(source.program, (node) => {
      const isTyped = 'importKind' in node && node.importKind === 'type'
      if (node.type === 'ImportExpression' && textOf(node.source) === undefined)
        found.push(at(source, node, 'import()', 'What is imported is not said', 'a path in quotes', 'Write the path.'))
      const isImport =
        node.type === 'ImportDeclaration' ||
        node.type === 'ImportExpression' ||
        node.type === 'ExportNamedDeclaration' ||
        node.type === 'ExportAllDeclaration'
      if (!isImport || !node.source) return
      const specifier = textOf(node.source)
      if (specifier === undefined) return
      const complain = (...rest: [message: string, expected: string, fix: string]) =>
        found.push(at(source, node.source ?? node, specifier, ...rest))
      if (specifier.startsWith('.')) {
        const path = posix.join(posix.dirname(source.file), specifier)
        if (path.startsWith('..'))
          complain('The import leaves the folder of the plugin', 'a file of its own', 'Move the file into the folder.')
        else if (!isTyped && !exists(path, files)) {
          if (NO_CODE.test(path))
            complain('This is not code: no package would hold it', 'a module', 'Write it as a .ts.')
          else complain('There is no such file', 'a file of the plugin', 'Correct the path.')
        }
        return
      }
      if (DOORS.includes(specifier) || dependencies.includes(packageOf(specifier))) return
      if (packageOf(specifier) === 'walletkit')
        complain(
          'This is not an entry point for plugins',
          'walletkit, walletkit/plugin or walletkit/ui',
          'Import from one of them.',
        )
      else if (specifier.startsWith('node:')) complain('A page has no Node', 'what a browser has', 'Do it without.')
      else if (!isTyped)
        complain(
          'The plugin does not name this package',
          `a door of walletkit, react, or a package of its "dependencies"`,
          `Run: npm install ${packageOf(specifier)}`,
        )
    })
    return found
  })
}

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/**
 * Whether a file of the plugin has this path, or has its source there: a path may name the compiled `.js` of a `.ts`.
 */
function exists(path: string, files: ReadonlySet<string>): boolean {
  const bare = path.replace(/\.[cm]?[jt]sx?$/, '')
  return [path, `${bare}.ts`, `${bare}.tsx`, `${bare}.js`, `${bare}.jsx`, `${bare}.mjs`].some((each) => files.has(each))
}
