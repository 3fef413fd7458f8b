/** `walletkit completion bash|zsh|fish`: prints a shell script, generated from the commands that exist. */
import type { Command } from 'commander'
import { CORE_FEATURES } from '../../schema/resolve.ts'
import { printCompletion, type Shell, wordsOf } from '../stages/completion.ts'
import { loadRules } from '../stages/load.ts'
import { answer } from './check.ts'

export async function completion(program: Command, shell: Shell, { json }: { json?: boolean }): Promise<number> {
  const { pieces } = await loadRules()
  const switches = Object.entries(CORE_FEATURES).flatMap(([key, value]) => (typeof value === 'boolean' ? [key] : []))
  const available = [...pieces.filter((piece) => piece.available).map(({ feature }) => feature), ...switches].sort()
  const text = printCompletion(program.name(), wordsOf(program, { add: available, remove: available }), shell)
  if (json) answer({ ok: true, shell, text })
  else process.stdout.write(text)
  return 0
}
