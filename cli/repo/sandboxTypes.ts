/**
 * Makes the type declarations of `walletkit-sandbox`: those that its entry imports, without those that only its server
 * uses.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { jsDeclaration } from '../stages/declarations.ts'
import { must, ROOT } from './run.ts'

const ENTRY = 'sandbox/index.d.ts'
const SPECIFIER = /(?:from |import\()(['"])(\.[^'"]+)\1/g

/** Writes the declarations to `sandbox/dist/types`, to which the package's `exports` point. */
export async function sandboxTypes(): Promise<void> {
  const whole = join(ROOT, '.cache/sandbox-types')
  await rm(whole, { recursive: true, force: true })
  await mkdir(whole, { recursive: true })
  const config = join(whole, 'tsconfig.json')
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    rootDir: ROOT,
    outDir: whole,
    typeRoots: [join(ROOT, 'node_modules/@types')],
  }
  const extended = join(ROOT, 'tsconfig.json')
  await writeFile(
    config,
    JSON.stringify({ extends: extended, compilerOptions, include: [], files: [join(ROOT, 'sandbox/index.ts')] }),
  )
  const tsc = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
  await must('Fix the types, then run this again.', process.execPath, [tsc, '-p', config])
  for (const file of await reachable(join(whole, ENTRY))) {
    const to = join(ROOT, 'sandbox/dist/types', relative(whole, file))
    await mkdir(dirname(to), { recursive: true })
    await writeFile(to, jsDeclaration(await readFile(file, 'utf8')))
  }
}

/** A declaration file, and all files that it imports by a relative path, directly or indirectly. */
async function reachable(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, , path = ''] of (await readFile(file, 'utf8')).matchAll(SPECIFIER))
    await reachable(join(dirname(file), path.replace(/\.(ts|tsx|js)$/, '.d.ts')), found)
  return found
}
