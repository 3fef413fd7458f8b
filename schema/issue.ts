/** An error in a config: its place, a message, what was expected, the nearest known word, and one fix. */
export type Issue = {
  /** JSON pointer (RFC 6901) of the wrong value, or of the parent of a missing one; '' is the whole file. */
  pointer: string
  /** The same place in readable form: `networks[0].id`. */
  path: string
  message: string
  expected: string
  nearest?: string
  fix: string
  /** Set if the value must not be printed: then no lines of the config are shown beside the issue. */
  isSecret?: true
  file?: string
  line?: number
  column?: number
}

export function issue(pointer: string, message: string, expected: string, fix: string, near?: string): Issue {
  return { pointer, path: toPath(pointer), message, expected, fix, ...(near !== undefined && { nearest: near }) }
}

const unescape = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

export const pointerParts = (pointer: string) => pointer.split('/').slice(1).map(unescape)

/** `/networks/0/id` -> `networks[0].id`. */
export function toPath(pointer: string): string {
  const path = pointerParts(pointer)
    .map((part) =>
      /^\d+$/.test(part) ? `[${part}]` : /^[A-Za-z_$][\w$]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
    )
    .join('')
  return path.replace(/^\./, '') || '(the whole file)'
}

/** A value for a message: short and on one line. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
