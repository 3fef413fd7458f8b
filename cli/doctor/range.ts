/** npm's version ranges, as far as peer dependencies use them. Pure functions. */
type Version = readonly [major: number, minor: number, patch: number]

const VERSION = /^v?(\d+)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?(?:-[\w.-]+)?(?:\+[\w.-]+)?$/i

/** Whether a version is in a range. Returns undefined when the range has another form, such as a tag or a URL. */
export function inRange(version: string, range: string): boolean | undefined {
  const own = exact(version)
  if (!own) return undefined
  const results = range.split('||').map((part) => inAll(own, part.trim()))
  if (results.includes(true)) return true
  return results.includes(undefined) ? undefined : false
}

function inAll(version: Version, part: string): boolean | undefined {
  const hyphen = /^(\S+)\s+-\s+(\S+)$/.exec(part)
  const text = hyphen ? `>=${hyphen[1]} <=${hyphen[2]}` : part.replace(/([<>=^~])\s+/g, '$1')
  const results = text.split(/\s+/).map((comparator) => holds(version, comparator))
  if (results.includes(undefined)) return undefined
  return results.every(Boolean)
}

function holds(version: Version, comparator: string): boolean | undefined {
  if (comparator === '' || /^[*x]$/i.test(comparator) || comparator === 'latest') return true
  const [, operator = '', text = ''] = /^(>=|<=|>|<|=|\^|~)?(.*)$/.exec(comparator) ?? []
  const found = VERSION.exec(text)
  if (!found) return undefined
  const parts = [found[1], found[2], found[3]].map((part) =>
    part === undefined || /[x*]/i.test(part) ? undefined : Number(part),
  )
  const [major = 0, minor, patch] = parts
  const low: Version = [major, minor ?? 0, patch ?? 0]
  switch (operator) {
    case '>=':
      return order(version, low) >= 0
    case '>':
      return order(version, above(major, minor, patch)) >= 0
    case '<':
      return order(version, low) < 0
    case '<=':
      return order(version, above(major, minor, patch)) < 0
    case '^':
      return order(version, low) >= 0 && order(version, caret(major, minor, patch)) < 0
    case '~':
      return (
        order(version, low) >= 0 && order(version, minor === undefined ? [major + 1, 0, 0] : [major, minor + 1, 0]) < 0
      )
    default:
      return order(version, low) >= 0 && order(version, above(major, minor, patch)) < 0
  }
}

/** The lowest version above every version that a full or partial version matches: 1.2 matches 1.2.x, so 1.3.0. */
const above = (major: number, minor: number | undefined, patch: number | undefined): Version =>
  minor === undefined ? [major + 1, 0, 0] : patch === undefined ? [major, minor + 1, 0] : [major, minor, patch + 1]

/** The upper limit of a caret range: the first number that is not 0 may not change. */
function caret(major: number, minor: number | undefined, patch: number | undefined): Version {
  if (major > 0 || minor === undefined) return [major + 1, 0, 0]
  if (minor > 0 || patch === undefined) return [0, minor + 1, 0]
  return [0, 0, patch + 1]
}

const order = (a: Version, b: Version) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

function exact(text: string): Version | undefined {
  const [, major, minor, patch] = VERSION.exec(text.trim()) ?? []
  return major === undefined || minor === undefined || patch === undefined
    ? undefined
    : [Number(major), Number(minor), Number(patch)]
}
