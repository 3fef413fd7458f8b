import type { Kit } from '../contracts/kit.ts'

/** Runs `step` when the kit is destroyed. Returns a function that cancels it. */
export function onTeardown({ teardown }: Kit, step: () => void): () => void {
  teardown.push(step)
  return () => {
    const at = teardown.indexOf(step)
    if (at >= 0) teardown.splice(at, 1)
  }
}
