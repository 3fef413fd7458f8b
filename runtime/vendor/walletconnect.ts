/**
 * The relay client (Apache-2.0 line, see README's dependency table). The published package holds it bundled, without the
 * parts that no page reaches, so that a site installs nothing for it.
 */
import { UniversalProvider } from '@walletconnect/universal-provider'
import type { RelayClient, RelayClientOptions } from '../connectors/walletConnect/client.ts'

/** Makes a client. Throws when there is no usable storage. */
export const createRelayClient = (options: RelayClientOptions): Promise<RelayClient> =>
  UniversalProvider.init(options) as Promise<unknown> as Promise<RelayClient>
