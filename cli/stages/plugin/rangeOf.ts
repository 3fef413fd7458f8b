/** The versions that a plugin made for this one is made for: `^0.1` of 0.1.0, `^2` of 2.3.4. */
export function rangeOf(version: string): string {
  const [major = '0', minor = '0'] = version.split('.')
  return major === '0' ? `^0.${minor}` : `^${major}`
}
