/**
 * `walletkit plugin pack [folder]`: compiles the package and packs it with npm, if validation finds no errors.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { isObject } from '../../../schema/pieces.ts'
import { Failure } from '../../failure.ts'
import { readEntry } from '../../guests.ts'
import { runQuiet } from '../../run.ts'
import { installOf } from '../../project.ts'
import { jsDeclaration } from '../../stages/declarations.ts'
import { findInstalled } from '../../stages/manifest.ts'
import { answer, type CommonFlags, say } from '../check.ts'
import { messages } from './messages.ts'
import { examine, isValid, tell } from './validate.ts'

export type PackFlags = CommonFlags & { out?: string }

const DIST = 'dist'

export async function packPlugin(
  given: string | undefined,
  { json, out, root = process.cwd() }: PackFlags,
): Promise<number> {
  const validated = await examine(resolve(root, given ?? '.'), root)
  const { folder, entry, own, findings } = validated
  if (!isValid(validated)) {
    if (json) answer({ ok: false, findings })
    tell(validated, json === true)
    say(messages.refused)
    return 1
  }
  const plugin = isObject(own?.walletkit) ? own.walletkit.plugin : undefined
  if (typeof plugin !== 'string') throw new Failure(messages.notPackage(relative(root, folder) || '.'))
  if (json !== true) tell(validated, false)
  await compile(folder, entry)
  // Read the compiled manifest as a project will: a plugin whose manifest cannot be read must not be packed.
  await readEntry(resolve(folder, plugin))
  const packed = await npmPack(folder, resolve(root, out ?? folder))
  if (json) answer({ ok: true, ...packed })
  else say(messages.packed(relative(root, packed.file) || packed.file, packed.files.length, packed.bytes))
  return 0
}

/**
 * Runs the plugin's own compiler, starting from the manifest: files that the manifest does not reach, such as tests,
 * are not compiled.
 */
async function compile(folder: string, entry: string): Promise<void> {
  const compiler = await compilerOf(folder)
  const dist = join(folder, DIST)
  await rm(dist, { recursive: true, force: true })
  const config = join(folder, `tsconfig.walletkit-${process.pid}.json`)
  try {
    await writeFile(
      config,
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: OPTIONS,
        files: [entry],
        include: [],
        exclude: [],
      }),
    )
    const { code, output } = await runQuiet(process.execPath, [compiler, '-p', config, '--pretty', 'false'], folder)
    if (code !== 0) {
      await rm(dist, { recursive: true, force: true })
      throw new Failure(messages.typesWrong(output.trim()))
    }
  } finally {
    await rm(config, { force: true })
  }
  for (const file of await readdir(dist, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue
    const path = join(dist, file)
    await writeFile(path, jsDeclaration(await readFile(path, 'utf8')))
  }
}

const OPTIONS = {
  noEmit: false,
  emitDeclarationOnly: false,
  allowJs: true,
  declaration: true,
  declarationMap: false,
  sourceMap: false,
  inlineSourceMap: false,
  incremental: false,
  composite: false,
  noEmitOnError: true,
  rootDir: '.',
  outDir: DIST,
  jsx: 'react-jsx',
  rewriteRelativeImportExtensions: true,
  resolveJsonModule: true,
}

/** The path of `tsc` in the typescript package that the plugin has installed. */
async function compilerOf(folder: string): Promise<string> {
  const found = await findInstalled(folder, 'typescript')
  const bin = found?.manifest.bin
  const path = isObject(bin) ? (bin.tsc ?? Object.values(bin)[0]) : bin
  if (!found || typeof path !== 'string')
    throw new Failure(messages.noTypescript(await installOf(folder, 'typescript')))
  return join(found.folder, path)
}

type Packed = { file: string; bytes: number; files: string[] }

/** Packs the folder with npm, which gives every file the same timestamp: the same sources produce the same bytes. */
async function npmPack(folder: string, out: string): Promise<Packed> {
  await mkdir(out, { recursive: true })
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', out, '--loglevel', 'error']
  const { code, output, stdout } = await runQuiet('npm', args, folder)
  if (code !== 0) throw new Failure(messages.packFailed(output.trim()))
  const [packed] = JSON.parse(stdout) as { filename: string; size: number; files: { path: string }[] }[]
  if (!packed) throw new Failure(messages.packFailed(output.trim()))
  return { file: join(out, packed.filename), bytes: packed.size, files: packed.files.map(({ path }) => path) }
}
