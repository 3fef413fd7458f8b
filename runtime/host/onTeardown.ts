import type { Kit } from '../kit.ts'

/** Runs a step when the kit is destroyed, unless the returned function took it back. */
export function onTeardown({ teardown }: Kit, step: () => void): () => void {
  teardown.push(step)
  return () => {
    const at = teardown.indexOf(step)
    if (at >= 0) teardown.splice(at, 1)
  }
}
