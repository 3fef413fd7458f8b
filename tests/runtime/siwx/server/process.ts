/**
 * A server process, for tests with several: `node --import tsx process.ts <redis port> <prefix>`. It prints its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Redis } from 'ioredis'
import { createSiwxServer, nodeHandler, redisStore } from '../../../../runtime/siwx/server/index.ts'

const [port = '', prefix = ''] = process.argv.slice(2)
const redis = new Redis({ port: Number(port), host: '127.0.0.1' })
const server = createServer(
  nodeHandler(
    createSiwxServer({
      domain: 'app.example',
      statement: (statement) => statement !== 'Never',
      store: redisStore(redis, { prefix }),
    }),
  ),
)
server.listen(0, '127.0.0.1', () => process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`))
process.on('disconnect', () => process.exit())
