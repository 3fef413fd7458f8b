/** The explorer, the faucet and the start page, over HTTP. */
import { parseEther } from 'viem'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kindOf, parseBlock, parseHash, parsePage } from '../../sandbox/explorer/parse.ts'
import { Refusal } from '../../sandbox/refusal.ts'
import { useSandbox } from '../support/sandbox.ts'
import { chainClients } from './chain.ts'

const sandbox = useSandbox()

const ask = (path: string, accept = 'text/html', init: RequestInit = {}) =>
  fetch(sandbox().url + path, { redirect: 'manual', ...init, headers: { accept, ...init.headers } })
const json = async (path: string) => {
  const answer = await ask(path, 'application/json')
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const html = async (path: string) => {
  const answer = await ask(path)
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}
const give = async (fields: Record<string, unknown>) => {
  const answer = await ask('/faucet', 'application/json', { method: 'POST', body: JSON.stringify(fields) })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}
const account = (index: number) => {
  const found = sandbox().accounts[index]
  if (!found) throw new Error(`No test account ${index}`)
  return found
}
const NEW = '0x00000000000000000000000000000000000A11cE'

describe('the explorer of an EVM chain', () => {
  const clients = () => chainClients(sandbox(), 31337, account(3).privateKey)
  const send = async () => {
    const { transactionHash } = await clients().sendEther(NEW, parseEther('1.5'))
    return transactionHash
  }

  it('has a page for a transaction, its block and its addresses, and the same as JSON', async () => {
    const hash = await send()
    const { body } = await json(`/explorer/31337/tx/${hash}`)
    expect(body).toMatchObject({ hash, status: 'Confirmed', from: account(3).address, to: NEW, value: '1.5 ETH' })
    const shown = await html(`/explorer/31337/tx/${hash}`)
    expect(shown.status).toBe(200)
    expect(shown.body).toContain('1.5 ETH')
    expect(shown.body).toContain(`href="/explorer/31337/address/${NEW}"`)
    const block = await json(`/explorer/31337/block/${String(body['block'])}`)
    expect(block.body['transactions']).toMatchObject([{ hash }])
    expect((await json(`/explorer/31337/block/${String(block.body['hash'])}`)).body).toEqual(block.body)
    const address = await json(`/explorer/31337/address/${NEW.toLowerCase()}`)
    expect(address.body).toMatchObject({ address: NEW, kind: 'An account' })
    expect(address.body['transactions']).toMatchObject([{ hash, status: 'confirmed' }])
    expect((await json('/explorer/31338/tx/' + hash)).status).toBe(404)
  })

  it('lists blocks in pages, newest first', async () => {
    await give({ address: NEW, amount: '1' })
    const mine = { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x1e'] }
    await fetch(`${sandbox().url}/rpc/31337`, { method: 'POST', body: JSON.stringify(mine) })
    const first = (await json('/explorer/31337')).body
    const numbers = (body: Record<string, unknown>) =>
      (body['blocks'] as { number: string }[]).map(({ number }) => Number(number))
    expect(numbers(first)).toHaveLength(25)
    expect(numbers(first)[0]).toBe(Number(first['height']))
    expect(first['next']).toBe('page=2')
    const second = (await json('/explorer/31337?page=2')).body
    expect(numbers(second)[0]).toBe(Number(numbers(first).at(-1)) - 1)
    expect((await html('/explorer/31337')).body).toContain('href="/explorer/31337?page=2"')
  })

  it('has a page for a token, with its transfers', async () => {
    const token = sandbox().tokens.find(({ symbol }) => symbol === 'DAI')
    const { body } = await json(`/explorer/31337/token/${token?.address ?? ''}`)
    expect(body).toMatchObject({ title: 'Sandbox Dai (DAI)', decimals: '18' })
    expect((body['transfers'] as object[]).length).toBeGreaterThan(3)
    expect((await json(`/explorer/31337/token/${NEW}`)).status).toBe(404)
  })

  it('finds an address, a transaction and a block by the search form', async () => {
    const to = async (text: string) =>
      (await ask(`/explorer/31337?q=${encodeURIComponent(text)}`)).headers.get('location')
    expect(await to(NEW)).toBe(`/explorer/31337/address/${NEW}`)
    expect(await to('7')).toBe('/explorer/31337/block/7')
    expect(await to('//evil.example')).toBe('/explorer/31337/tx/%2F%2Fevil.example')
  })
})

describe('the explorer of the other chains', () => {
  it('shows Solana as far as its node tells', async () => {
    const [first] = sandbox().solana.accounts
    const to = first?.address ?? ''
    const { body: paid } = await give({ address: to, amount: '2' })
    const { body } = await json(paid['explorer'] ?? '')
    expect(body).toMatchObject({ signature: paid['hash'], status: 'Confirmed' })
    expect(JSON.stringify(body['changes'])).toContain('+2 SOL')
    const address = (await json(`/explorer/solana/address/${to}`)).body
    expect(address).toMatchObject({ balance: '1002 SOL' })
    expect(JSON.stringify(address['tokens'])).toContain('SUSD')
    expect((await json('/explorer/solana')).body['transactions']).toMatchObject([{ signature: paid['hash'] }])
    expect((await json(`/explorer/solana/block/${String(body['slot'])}`)).status).toBe(200)
    expect((await json(`/explorer/solana/token/${sandbox().solana.mint.address}`)).body).toMatchObject({
      decimals: '6',
    })
  })

  it('shows Bitcoin as far as its node tells', async () => {
    const address = 'bcrt1qqg9z5nru9zfj8gv8w6kj5mk7y7vu4w2r4w4f2g'
    const mine = sandbox().bitcoin.accounts[0]?.address ?? ''
    const { body: paid } = await give({ address: mine, amount: '0.25' })
    const { body } = await json(paid['explorer'] ?? '')
    expect(body).toMatchObject({ txid: paid['hash'], status: 'Confirmed' })
    expect(JSON.stringify(body['outputs'])).toContain('0.25 BTC')
    expect((await json(`/explorer/bitcoin/address/${mine}`)).body).toMatchObject({ balance: '10.25 BTC' })
    expect((await json('/explorer/bitcoin')).body).toHaveProperty('height')
    expect((await json(`/explorer/bitcoin/address/${address}`)).status).toBe(400)
    expect((await json('/explorer/bitcoin/block/1')).status).toBe(404)
  })

  it('says that Polkadot has no chain', async () => {
    const [first] = sandbox().polkadot.accounts
    const { body } = await json(`/explorer/polkadot/address/${first?.address ?? ''}`)
    expect(body).toMatchObject({ address: first?.address, note: expect.stringMatching(/no Polkadot chain/) as string })
    expect((await json(`/explorer/polkadot/tx/0x${'1'.repeat(64)}`)).status).toBe(404)
  })
})

it.each(['/faucet', '/explorer', '/explorer/31337'])('%s is JSON for programs that accept anything', async (path) => {
  expect((await ask(path, '*/*')).headers.get('content-type')).toContain('json')
  const refused = await ask('/faucet', '*/*', { method: 'POST', body: '{}' })
  expect([refused.status, refused.headers.get('content-type')]).toEqual([400, expect.stringContaining('json')])
})

describe('the faucet', () => {
  it.each(['31337', '31338'])(
    'pays an EVM address on chain %s in a transaction that the explorer shows',
    async (chain) => {
      const { status, body } = await give({ address: NEW, amount: '0.5', chain })
      expect([status, body['symbol'], body['amount'], body['chain']]).toEqual([200, 'ETH', '0.5', chain])
      expect((await json(body['explorer'] ?? '')).body).toMatchObject({
        to: NEW,
        value: '0.5 ETH',
        status: 'Confirmed',
      })
    },
  )

  it('pays requests that come at once, each its own transaction', async () => {
    const all = await Promise.all([1, 2, 3, 4].map((amount) => give({ address: account(8).address, amount })))
    expect(new Set(all.map(({ body }) => body['hash'])).size).toBe(4)
  })

  it('takes its own form, and leads to a page that a reload does not send again', async () => {
    const answer = await ask('/faucet', 'text/html', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ address: ` ${NEW} `, amount: '1', chain: '' }),
    })
    expect(answer.status).toBe(303)
    const { body } = await html(answer.headers.get('location') ?? '')
    expect(body).toMatch(/Sent: <a href="\/explorer\/31337\/tx\/0x[0-9a-f]{64}">/)
  })

  it.each([
    [{ address: NEW, amount: '100.000000000000000001' }, 'amount'],
    [{ address: NEW, amount: '0' }, 'amount'],
    [{ address: NEW, amount: '-1' }, 'amount'],
    [{ address: NEW, amount: '1e3' }, 'amount'],
    [{ address: NEW, amount: '1.0000000000000000001' }, 'amount'],
    [{ address: NEW, amount: null }, 'amount'],
    [{ address: NEW, amount: '1', chain: '1' }, 'chain'],
    [{ address: NEW, amount: '1', chain: 'solana' }, 'chain'],
    [{ address: 'noah.walletkit.id', amount: '1' }, 'address'],
    [{ address: ['x'], amount: '1' }, 'address'],
    [{ amount: '1' }, 'address'],
  ])('refuses %j', async (fields, name) => {
    const { status, body } = await give(fields)
    expect(body['reasons']).toMatchObject([{ name }])
    expect([400, 404]).toContain(status)
  })

  it('says why a Polkadot address gets nothing', async () => {
    const { status, body } = await give({ address: sandbox().polkadot.accounts[0]?.address, amount: '1' })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('no Polkadot chain')
  })
})

describe('the pages', () => {
  const PATHS = ['/', '/explorer', '/explorer/31337', '/explorer/solana', '/faucet', '/explorer/31337/block/0']

  it.each(PATHS)('%s needs no script, loads only its style sheet and allows no frame', async (path) => {
    const { status, headers, body } = await html(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(body).not.toMatch(/<script|<style|style=|\son\w+=/i)
  })

  it('/ is the status for programs', async () => {
    expect((await json('/')).body).toMatchObject({ name: 'walletkit-sandbox', url: sandbox().url })
    expect(await (await fetch(sandbox().url)).json()).toMatchObject({ name: 'walletkit-sandbox' })
  })

  it('escape every text of others, and answer a wrong path with a page', async () => {
    const evil = encodeURIComponent('"><script>alert(1)</script>')
    const paths = [
      `/explorer/31337/tx/${evil}`,
      `/explorer/${evil}`,
      `/explorer/31337/address/${evil}`,
      `/faucet?chain=31337&hash=${evil}`,
    ]
    for (const path of paths) {
      const { status, body } = await html(path)
      expect([400, 404]).toContain(status)
      expect(body).toContain('role="alert"')
      expect(body).not.toContain('<script')
    }
    const name = '<img src=x onerror=alert(1)>'
    const metadata = {
      operationType: 'send',
      hash: name,
      chain: 'eip155:31337',
      minedAt: new Date().toISOString(),
      sentFrom: NEW,
      sentTo: NEW,
      status: 'confirmed',
      nonce: 0,
    } as const
    sandbox().indexer.add(account(9).address, [{ id: 'x', metadata, transfers: [] }])
    const { body } = await html(`/explorer/31337/address/${account(9).address}`)
    sandbox().indexer.clear()
    expect(body).toContain('&lt;img src=x')
    expect(body).not.toContain('<img')
  })
})

describe('what visitors write', () => {
  const refuses = (parse: () => unknown) => {
    try {
      parse()
      return false
    } catch (error) {
      return error instanceof Refusal
    }
  }

  it('is parsed or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const kind = kindOf(text)
        expect(kind === undefined || ['evm', 'solana', 'bitcoin', 'polkadot'].includes(kind)).toBe(true)
        for (const each of ['evm', 'solana', 'bitcoin', 'polkadot'] as const) {
          const parses = [() => parseHash(each, text), () => parseBlock(each, text), () => parsePage(text)]
          for (const parse of parses) {
            if (refuses(parse)) continue
            expect(String(parse())).toMatch(/^[\w]+$/)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    [null, 1],
    ['1', 1],
    ['999999', 999_999],
  ])('page %j is %d', (text, page) => expect(parsePage(text)).toBe(page))
  it.each(['0', '-1', '1.5', '01', '', 'x', '1000000'])('page %j is refused', (text) =>
    expect(refuses(() => parsePage(text))).toBe(true),
  )
})

describe('the origin of an extension', () => {
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const from = (origin: string, path: string, method = 'POST') =>
    fetch(sandbox().url + path, { method, headers: { origin }, ...(method === 'POST' && { body: call }) })
  const EXTENSIONS = [
    'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn',
    'moz-extension://8c6a4d39-4a6a-4f0e-8d5f-7a0a6d2f5a01',
    'safari-web-extension://8C6A4D39-4A6A-4F0E-8D5F-7A0A6D2F5A01',
  ]

  it('may open the websocket of a chain, and not the relay’s', async () => {
    const { WebSocket } = await import('ws')
    const opens = (path: string, origin: string) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(sandbox().url.replace('http', 'ws') + path, { origin })
        socket.on('open', () => (socket.close(), resolve(true)))
        socket.on('error', () => resolve(false))
      })
    const [origin = ''] = EXTENSIONS
    expect(await opens('/rpc/31337', origin)).toBe(true)
    expect(await opens('/relay?auth=x', origin)).toBe(false)
    expect(await opens('/v1/?chainId=eip155:31337&projectId=p', origin)).toBe(false)
    expect(await opens('/rpc/31337', 'https://evil.example')).toBe(false)
  })

  it.each(EXTENSIONS)('%s may call the chains, and nothing else', async (origin) => {
    for (const path of ['/rpc/31337', '/rpc/solana']) {
      const answer = await from(origin, path)
      expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 200, origin])
    }
    expect((await from(origin, '/rpc/31337', 'OPTIONS')).status).toBe(204)
    for (const [method, path] of [
      ['GET', '/status'],
      ['GET', '/'],
      ['GET', '/explorer/31337'],
      ['POST', '/faucet'],
      ['POST', '/v1/?chainId=eip155:31337&projectId=p'],
      ['GET', '/sandbox/mail'],
      ['POST', '/sandbox/faults'],
      ['GET', '/rpc/../status'],
      ['POST', '/rpc/31337/x'],
    ] as const)
      expect([path, (await from(origin, path, method)).status]).toEqual([path, 403])
  })

  it.each([
    'https://evil.example',
    'chrome-extension://a.evil.example',
    'chrome-extension://',
    'null',
    'file://',
    'chrome-extension://x/y',
  ])('%s may call nothing', async (origin) => expect((await from(origin, '/rpc/31337')).status).toBe(403))
})
