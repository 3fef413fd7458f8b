/**
 * The relay client: the last version under Apache-2.0 (2.21.8). `npm run pack` bundles it here, without the parts that
 * a page never runs, so that a site does not install it.
 */
import { UniversalProvider } from '@walletconnect/universal-provider'
import type { RelayClient, RelayClientOptions } from '../../remote/client.ts'

/** Creates a client. Throws without usable storage. */
export const createRelayClient = (options: RelayClientOptions): Promise<RelayClient> =>
  UniversalProvider.init(options) as Promise<unknown> as Promise<RelayClient>
