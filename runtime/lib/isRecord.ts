/** Whether a value is an object and not an array. Its properties are still unchecked, and reading them may throw. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
