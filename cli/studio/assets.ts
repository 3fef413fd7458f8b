/** Reads the files of the studio's page: next to the published CLI, or bundled first in this repository. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Asset = { type: string; text: string }

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>walletkit studio</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="studio.css">
<script type="module" src="studio.js"></script>
</head>
<body></body>
</html>
`

/** The files by their name in the URL. The HTML page has the name ''. */
export async function readAssets(): Promise<Record<string, Asset | undefined>> {
  const here = dirname(fileURLToPath(import.meta.url))
  const folder = join(here, 'studio')
  // A computed path, so that the published CLI does not contain the bundler.
  const source = join(here, '../repo/studioPage.ts')
  const { js, css } = existsSync(source)
    ? await ((await import(source)) as { bundleStudio: () => Promise<{ js: string; css: string }> }).bundleStudio()
    : { js: await readFile(join(folder, 'studio.js'), 'utf8'), css: await readFile(join(folder, 'studio.css'), 'utf8') }
  return {
    '': { type: 'text/html', text: PAGE },
    'studio.js': { type: 'text/javascript', text: js },
    'studio.css': { type: 'text/css', text: css },
  }
}
