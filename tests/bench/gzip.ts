import { gzipSync } from 'node:zlib'

/** Gzip bytes at level 9. 1 kB = 1,000 bytes. */
export const gzip = (content: Buffer | string) => gzipSync(content, { level: 9 }).length
