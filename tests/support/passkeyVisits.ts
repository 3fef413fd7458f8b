/** Visits with a passkey wallet: a virtual authenticator with real keys, and what a person does with it. */
import type { Hex } from 'viem'
import { addAuthenticator } from '../../cli/repo/authenticator.ts'
import { pressSettled } from '../../cli/repo/pressSettled.ts'
import { viemClients } from '../sandbox/smartAccounts/clients.ts'
import type { useFlow, Visit, Visited } from './flow.ts'

export const RECEIVER = '0x00000000000000000000000000000000000A11cE'

export type Passkeyed = Awaited<ReturnType<ReturnType<typeof passkeyVisits>['visit']>>

export function passkeyVisits(flow: ReturnType<typeof useFlow>) {
  const config = () => ({
    features: { passkey: { bundler: `${flow.sandbox().url}/rpc/{chainId}` }, send: {}, receive: {} },
  })

  /** An authenticator as a phone has it: it keeps passkeys and checks the person. */
  async function authenticator({ page }: Visited, transport: 'internal' | 'usb' = 'internal') {
    const { client, authenticatorId, uses } = await addAuthenticator(page, { transport })
    return {
      setVerified: (isUserVerified: boolean) =>
        client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
      setPresent: (enabled: boolean) =>
        client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
      remove: () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
      uses,
    }
  }

  /** Browsers allow passkeys for a name, and not for an IP address. */
  async function visit(options: Visit = {}) {
    const visited = await flow.visit({ wallets: [], ...options, config: { ...config(), ...options.config } })
    await visited.page.goto(flow.origin.replace('127.0.0.1', 'localhost'))
    return { ...visited, device: await authenticator(visited) }
  }
  async function create(visited: Passkeyed): Promise<Hex> {
    await visited.open()
    await visited.button('Passkey').click()
    await visited.button('Create a wallet').click()
    await visited.status('connected')
    return (await visited.page.evaluate(() => kit.getAddress('eip155'))) as Hex
  }

  /** Presses Confirm as a visitor does: a press within half a second of a change of the screen does not count. */
  async function confirm({ modal }: Visited) {
    await modal.locator('button:enabled', { hasText: 'Confirm with passkey' }).waitFor()
    await pressSettled(modal.getByRole('button', { name: 'Confirm with passkey' }))
  }

  const fund = async (address: Hex) =>
    fetch(flow.sandbox().chains[0]?.rpcUrl ?? '', {
      method: 'POST',
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'anvil_setBalance',
        params: [address, '0xde0b6b3a7640000'],
      }),
    })
  const balanceOf = (address: Hex) => viemClients(flow.sandbox()).reader.getBalance({ address })

  const request = ({ page }: Visited, method: string, params: unknown[]) =>
    page.evaluate(
      ([name, given]: [string, unknown[]]) =>
        kit
          .getProvider('eip155')
          ?.request({ method: name, params: given })
          .then(
            (result: unknown) => ({ result }),
            (error: { code: unknown; message: string }) => ({ code: error.code, message: error.message }),
          ),
      [method, params] as [string, unknown[]],
    )

  return { visit, authenticator, create, confirm, fund, balanceOf, request }
}
