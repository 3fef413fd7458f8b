/**
 * All of the shell runs as soon as it is there. Chromium compiles a file that begins with this line in the background
 * while it arrives, instead of function by function in the visitor's click; other browsers see a comment.
 */
const HINT = '//# allFunctionsCalledOnLoad\n'

type Chunk = { type: 'chunk'; name: string; code: string; map: { mappings: string } | null }

export function hintShell(bundle: Record<string, Chunk | { type: 'asset' }>): void {
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk' || chunk.name !== 'shell') continue
    chunk.code = HINT + chunk.code
    if (chunk.map) chunk.map.mappings = `;${chunk.map.mappings}`
  }
}
