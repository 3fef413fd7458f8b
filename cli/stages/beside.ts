/** The files that `walletkit build` writes in addition to the build: policies, an import map, and hashes. */
import type { Change } from '../changes.ts'
import type { Report } from '../report.ts'

/**
 * The folder of the files that `walletkit build` writes in addition to the build, relative to the project's folder. It
 * is outside of the build, because the build is published; git ignores it.
 */
export const BESIDE = '.walletkit/build'

/** The files in `BESIDE`. `before` is not read, because each build replaces all of them. */
export const besideFiles = ({ csp, importMap, sri }: Report): Change[] =>
  Object.entries({
    '.gitignore': '*\n',
    'policy.txt': `${csp}\n`,
    'policy-with-import-map.txt': `${importMap.csp}\n`,
    'import-map.html': `<script type="importmap">${importMap.json}</script>\n`,
    'integrity.json': `${JSON.stringify(sri, null, 2)}\n`,
  }).map(([name, after]) => ({ file: `${BESIDE}/${name}`, before: undefined, after }))
