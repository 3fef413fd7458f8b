/** The walletkit versions that a new plugin supports: `^0.1` for 0.1.0, `^2` for 2.3.4. */
export function rangeOf(version: string): string {
  const [major = '0', minor = '0'] = version.split('.')
  return major === '0' ? `^0.${minor}` : `^${major}`
}
