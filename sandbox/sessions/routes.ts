/** The endpoints `/v1/sessions`. {address} is an account in its CAIP-10 form. */
import type { Answer } from '../answer.ts'
import { requireProject } from '../project.ts'
import type { Asked, Endpoint } from '../routes.ts'
import { parseActivation, parseAsked, parseOwner, parseRevocation } from './shape.ts'

const json = (value: unknown, status = 200): Answer => ({ status, json: value })
const ownerOf = ({ params }: Asked) => parseOwner(params['address'] ?? '')

export const sessionRoutes: Record<string, Endpoint> = {
  'GET /v1/sessions/:address': (asked, { sessions }) => {
    requireProject(asked)
    return json({ pcis: sessions.list(ownerOf(asked)) })
  },
  'POST /v1/sessions/:address': (asked, { sessions }) => {
    requireProject(asked)
    const projectId = asked.query.get('projectId') ?? ''
    return json(sessions.create(ownerOf(asked), parseAsked(asked.body, projectId, Date.now()), Date.now()), 201)
  },
  'POST /v1/sessions/:address/activate': (asked, { sessions }) => {
    requireProject(asked)
    sessions.activate(ownerOf(asked), parseActivation(asked.body))
    return json({})
  },
  'POST /v1/sessions/:address/revoke': async (asked, { sessions }) => {
    requireProject(asked)
    await sessions.revoke(ownerOf(asked), parseRevocation(asked.body), Date.now())
    return json({})
  },
}
