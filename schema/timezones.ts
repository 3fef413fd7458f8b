/**
 * The time zones of mainland China, Hong Kong and Macau, where some hosts cannot be reached (reference 1.2): what a host
 * rule means that names none. They have no effect of their own.
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
  // No IANA name, but told by some systems.
  'Asia/Beijing',
]
