/** The indexer's endpoints. */
import { requireProject } from '../project.ts'
import { Refusal } from '../refusal.ts'
import type { Endpoint } from '../routes.ts'

/** The value of the query parameter `onramp` that asks for purchases instead of the chain's history. */
const ONRAMP = 'coinbase'

const asked = (query: URLSearchParams) => ({ chainId: query.get('chainId'), cursor: query.get('cursor') })

/** Answers an account's history. The real service's parameters `cache` and `account` have no effect. */
const history: Endpoint = async (request, { indexer }) => {
  requireProject(request)
  const account = request.params['account'] ?? ''
  const onramp = request.query.get('onramp')
  if (onramp && onramp !== ONRAMP) throw new Refusal(400, 'onramp', `The sandbox sells by ${ONRAMP} only`)
  return {
    json: onramp ? indexer.bought(account, asked(request.query)) : await indexer.history(account, asked(request.query)),
  }
}

const nfts: Endpoint = async (request, { indexer }) => {
  requireProject(request)
  return { json: await indexer.nfts(request.params['account'] ?? '', asked(request.query)) }
}

export const indexerRoutes: Record<string, Endpoint> = {
  'GET /v1/account/:account/history': history,
  'GET /v1/account/:account/nfts': nfts,
}
