import { gzipSync } from 'node:zlib'

/** Bytes at level 9. kB = 1,000 of them. */
export const gzip = (content: Buffer | string) => gzipSync(content, { level: 9 }).length
