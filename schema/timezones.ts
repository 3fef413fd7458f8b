/**
 * The time zones of mainland China, Hong Kong and Macau, where some hosts are unreachable. An entry of `hostRules` that
 * names no time zones applies to these. They have no other effect.
 */
export const RESTRICTED_TIMEZONES: readonly string[] = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Harbin',
  'Asia/Kashgar',
  'Asia/Macau',
  'Asia/Hong_Kong',
  'Asia/Macao',
  // Not an IANA name, but some systems report it.
  'Asia/Beijing',
]
