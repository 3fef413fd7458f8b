/**
 * A caught mail; `at` is in ms since 1970. `code` is the first line of six digits in its text, and `link` the first
 * line that is a URL, if there are any.
 */
export type Mail = { at: number; to: string; subject: string; text: string; code?: string; link?: string }

/**
 * Parses a mail as the service sends it: plain text without attachments (RFC 5322), quoted-printable or base64 (RFC
 * 2045).
 */
export function readMail(raw: string, to: string, at = Date.now()): Mail {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''
  const text = decode(rest.join('\r\n\r\n'), header('content-transfer-encoding')).replaceAll('\r\n', '\n')
  const code = /^\d{6}$/m.exec(text)?.[0]
  const link = /^https?:\/\/\S+$/m.exec(text)?.[0]
  return { at, to, subject: header('subject'), text, ...(code && { code }), ...(link && { link }) }
}

function decode(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(encoding)) return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
