/** Bundles the studio's page into two files, for the package and for a studio that runs from source. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { transform } from 'lightningcss'
import { tokensCss } from './docs/style.ts'
import { ROOT } from './run.ts'

export async function bundleStudio(): Promise<{ js: string; css: string }> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'cli/studio/page/main.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  })
  const own = await readFile(join(ROOT, 'cli/studio/page/studio.css'), 'utf8')
  const { code } = transform({ filename: 'studio.css', code: Buffer.from(`${tokensCss()}\n${own}`), minify: true })
  return { js: outputFiles[0]?.text ?? '', css: code.toString() }
}
