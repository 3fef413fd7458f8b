/** Confirmation prompts, shown only when a person is at the terminal. */
import type { CommonFlags } from './commands/check.ts'

/** Flags of most commands that write files. */
export type WriteFlags = CommonFlags & { dryRun?: boolean; yes?: boolean }

/**
 * Asks at the terminal whether to go on. Returns true without asking when `--yes` or `--json` is set, or when stdin or
 * stdout is not a terminal.
 */
export async function confirm(question: string, { yes, json }: WriteFlags): Promise<boolean> {
  if (yes || json || !process.stdin.isTTY || !process.stdout.isTTY) return true
  const { default: prompts } = await import('prompts')
  const answers = (await prompts({ type: 'confirm', name: 'go', message: question, initial: true })) as { go?: boolean }
  return answers.go === true
}
