/** What a build says beside its files: policies and hashes, too long to read in a terminal. */
import type { Change } from '../changes.ts'
import type { Report } from '../report.ts'

/** Relative to the project's folder; git ignores it. Not in the build's own folder, which is published. */
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
