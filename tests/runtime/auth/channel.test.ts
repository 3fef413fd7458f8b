/** Attacks on the channel to the login frame: message events with every kind of mistake, and real ports. */
import { afterEach, describe, expect, it } from 'vitest'
import { closeWires, forge, ORIGIN, soon, wire } from '../../support/wire.ts'

const SUCCESS = { type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: 'a', payload: { chainId: 1 } }
afterEach(closeWires)

describe('window messages', () => {
  it('are accepted only from the frame itself and its origin', () => {
    const { heard, deliver, ready } = wire()
    ready()
    deliver(SUCCESS)
    for (const origin of [
      'https://evil.example',
      'null',
      '',
      'https://login.example.evil.example',
      'http://login.example',
    ])
      deliver(SUCCESS, { origin })
    for (const source of [null, undefined, {}, new EventTarget()]) deliver(SUCCESS, { source })
    expect(heard).toEqual([SUCCESS])
  })

  it('are sent to that one origin, never to any', () => {
    const { channel, posted, ready } = wire(true)
    channel.send({ type: '@w3m-app/GET_CHAIN_ID' })
    ready()
    expect(posted.map(({ origin }) => origin)).toEqual([ORIGIN, ORIGIN])
  })
})

describe('a message port', () => {
  it('is passed to a frame that supports one, and is then the only channel', async () => {
    const { channel, posted, heard, deliver, ready, end } = wire(true)
    ready()
    expect(posted[0]?.message).toEqual({
      type: '@w3m-app/PORT',
      payload: { channel: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
    })
    const own = end()
    const came: unknown[] = []
    if (own) own.onmessage = ({ data }) => came.push(data)
    channel.send({ type: '@w3m-app/GET_CHAIN_ID', id: 'a' })
    deliver({ ...SUCCESS, id: 'forged' })
    own?.postMessage(SUCCESS)
    own?.postMessage('junk')
    await soon()
    expect(came).toEqual([{ type: '@w3m-app/GET_CHAIN_ID', id: 'a' }])
    expect(heard).toEqual([SUCCESS])
    expect(posted).toHaveLength(1)
  })

  it('is replaced on each load, and the old one is ignored', async () => {
    const { posted, heard, ready, end, loads } = wire(true)
    ready()
    const first = end()
    ready()
    const second = end()
    first?.postMessage({ ...SUCCESS, id: 'old' })
    second?.postMessage({ ...SUCCESS, id: 'new' })
    await soon()
    expect(heard.map(({ id }) => id)).toEqual(['new'])
    expect(loads()).toBe(2)
    const [one, two] = posted.map(({ message }) => (message as { payload: { channel: string } }).payload.channel)
    expect(one).not.toBe(two)
  })
})

it('stops listening when it is closed', () => {
  const { channel, heard, deliver } = wire()
  channel.close()
  deliver(SUCCESS)
  expect(heard).toEqual([])
})

it('rejects all 10,000 forged messages, and throws at none', async () => {
  expect(await forge(10_000)).toBe(0)
})
