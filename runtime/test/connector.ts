/** Creates the connector through which a kit reaches a test wallet. */
import type { Connector } from '../contracts/connector.ts'
import type { TestRequest, TestWallet } from './wallet.ts'

/** By method: functions that answer instead of the wallet. The page gets what a function returns or throws. */
export type WalletAnswers = Readonly<Record<string, (params: unknown) => unknown>>

/** The connector of a test wallet. Requests with a method of `answers` do not reach the wallet itself. */
export function testConnector(wallet: TestWallet, answers: WalletAnswers): Connector {
  const { rdns, name, icon } = wallet.info
  const request = async (asked: TestRequest) => {
    const answer = Object.hasOwn(answers, asked.method) ? answers[asked.method] : undefined
    return answer ? answer(asked.params) : wallet.provider.request(asked)
  }
  return {
    id: rdns,
    name,
    type: 'ANNOUNCED',
    chain: 'eip155',
    chains: [],
    provider: { ...wallet.provider, request },
    imageUrl: icon,
    info: { rdns, name },
    driver: () => import('../chains/eip155/driver.ts'),
  }
}
