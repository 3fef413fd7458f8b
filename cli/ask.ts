/** Questions, where there is somebody to ask. */
import type { CommonFlags } from './commands/check.ts'

/** Flags of every command that writes. */
export type WriteFlags = CommonFlags & { dryRun?: boolean; yes?: boolean }

/** True without asking for `--yes`, `--json`, or where stdin or stdout is no terminal. */
export async function confirm(question: string, { yes, json }: WriteFlags): Promise<boolean> {
  if (yes || json || !process.stdin.isTTY || !process.stdout.isTTY) return true
  const { default: prompts } = await import('prompts')
  const answers = (await prompts({ type: 'confirm', name: 'go', message: question, initial: true })) as { go?: boolean }
  return answers.go === true
}
