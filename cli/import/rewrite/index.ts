/** Changes a React project's code from the old library to walletkit, where the change is certainly right. */
import type { Change } from '../../changes.ts'
import type { Parse } from '../../stages/parse.ts'
import type { Reader } from '../evaluate/index.ts'
import type { SourceProject } from '../project.ts'
import { sourceOf } from '../uses.ts'
import { adapters, calls, unusedData } from './calls.ts'
import { apply, type File, WAGMI } from './edits.ts'
import { APPKIT } from './compat.ts'
import { elements, root, TAG } from './elements.ts'
import { kitFile, WAGMI_FILE } from './files.ts'
import { importsOf } from './imports.ts'
import { networks } from './networks.ts'

export type Rewriting = {
  packages: RegExp
  parse: Parse
  /** The folder of the new files: `src`, or `.` */ folder: string
  /** The module that the kit imports: vite's, or one that `walletkit emit` writes for other builds. */
  generated: string
  /** Whether viem has a chain of this name. */
  isEvm: (name: string) => boolean
}

/**
 * The changed files, and the new ones that they import. Files that cannot be changed with certainty stay as they are.
 */
export function rewrite(
  project: SourceProject,
  reader: Reader,
  { packages, parse, folder, generated, isEvm }: Rewriting,
): Change[] {
  const changes: Change[] = []
  const own = (name: string) => `${folder === '.' ? '' : `${folder}/`}${name}`
  let needsWagmi = false
  const files = project.modules.map((module): File => ({ module, edits: [], imports: new Map(), reader }))
  const changing = files.filter(
    ({ module }) =>
      // Do not change components of other frameworks.
      /\.[cm]?[jt]sx?$/.test(module.file) &&
      !module.file.startsWith('..') &&
      (module.program.body.some((node) => packages.test(sourceOf(node) ?? '')) || TAG.test(module.text)),
  )
  for (const file of changing) calls(file)
  // Once all calls are removed, it is known what nothing else uses, in other files as well: remove that too.
  for (const file of changing) {
    adapters(file, files)
    unusedData(file)
  }
  for (const file of changing) {
    elements(file)
    networks(file, isEvm)
    importsOf(file, isEvm)
  }
  // AppKit needs no provider, and pages without wagmi have none whose place the kit's could take: put it around what
  // the page renders.
  const isProvided = changing.some(({ imports }) => imports.has('walletkit/react'))
  if (!isProvided && changing.some(({ imports }) => imports.has(APPKIT))) {
    const entry = files.find(
      (file) => /\.[jt]sx?$/.test(file.module.file) && !file.module.file.startsWith('..') && root(file),
    )
    if (entry && !changing.includes(entry)) changing.push(entry)
  }
  for (const file of changing) {
    const { module } = file
    const after = apply(file, own)
    if (after === module.text || parse(module.file, after).error !== undefined) continue
    needsWagmi ||= file.imports.get(WAGMI)?.size !== undefined
    changes.push({ file: module.file, before: module.text, after })
  }
  if (!changes.length) return []
  // The new files are JavaScript if none of the changed ones is TypeScript.
  const ending = changes.some(({ file }) => /\.[cm]?tsx?$/.test(file)) ? 'ts' : 'js'
  const created = [{ file: own(`walletkit.${ending}`), before: undefined, after: kitFile(generated) }]
  if (needsWagmi) created.push({ file: own(`walletkitWagmi.${ending}`), before: undefined, after: WAGMI_FILE })
  return [...created, ...changes]
}
