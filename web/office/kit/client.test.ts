import { describe, expect, it } from 'vitest'
import { OFFICE } from '@lokalteil/contracts/office'
import { createOffice, Refusal } from './client.ts'

type Answer = { status?: number; body?: unknown }

function setUp(answers: Answer[], isAnswered = true) {
  const asked: string[] = []
  const sent: { line: string; body: unknown }[] = []
  const office = createOffice({
    askPerson: async (what) => {
      asked.push(what)
      if (!isAnswered) throw new Refusal(0, 'CANCELLED')
    },
    fetch: async (address, { method = '', body }) => {
      sent.push({ line: `${method} ${address}`, body: typeof body === 'string' ? JSON.parse(body) : body })
      const answer = answers.shift()
      if (answer === undefined) throw new TypeError('no connection')
      const { status = 200, body: given = {} } = answer
      return status === 204 ? new Response(null, { status }) : Response.json(given, { status })
    },
  })
  return { office, sent, asked }
}

describe('the client of the office', () => {
  it('fills path and query and sends JSON', async () => {
    const { office, sent } = setUp([{ body: { a: 1 } }, { body: {} }, { body: {} }])
    await office.at('ak')('getRevision', { params: { id: '4711', number: 3 } })
    await office.at('ak')('listArticles', { query: { q: 'Deich & Damm', after: undefined } })
    await office.ask('signIn', { body: { email: 'a@b.de', password: 'x' } })
    expect(sent).toEqual([
      { line: 'GET /redaktion/api/ak/articles/4711/revisions/3', body: undefined },
      { line: 'GET /redaktion/api/ak/articles?q=Deich+%26+Damm', body: undefined },
      { line: 'POST /redaktion/api/session', body: { email: 'a@b.de', password: 'x' } },
    ])
  })

  it('sends a picture, a recording and a document as files, each with its type', async () => {
    const { office, sent } = setUp([{ status: 201 }, { status: 201 }, { status: 201 }])
    const file = new File(['x'], 'rede.mp3')
    await office.upload('ak', file)
    await office.uploadSound('ak', file)
    await office.uploadDocument('ak', file)
    expect(sent.map(({ line, body }) => [line, ((body as FormData).get('file') as File).name])).toEqual([
      ['POST /redaktion/api/ak/media', 'rede.mp3'],
      ['POST /redaktion/api/ak/media/sound', 'rede.mp3'],
      ['POST /redaktion/api/ak/media/document', 'rede.mp3'],
    ])
  })

  it('an ended session asks for the sign-in and repeats the call', async () => {
    const { office, sent, asked } = setUp([
      { status: 401, body: { status: 401, code: 'NOT_SIGNED_IN', title: '' } },
      { body: { counts: {} } },
    ])
    await expect(office.at('ak')('getDesk')).resolves.toEqual({ counts: {} })
    expect(asked).toEqual(['signIn'])
    expect(sent.length).toBe(2)
  })

  it('calls that are refused together wait for one dialog', async () => {
    const refused = { status: 401, body: { status: 401, code: 'NOT_SIGNED_IN', title: '' } }
    const { office, asked } = setUp([refused, refused, { body: 1 }, { body: 2 }])
    await Promise.all([office.at('ak')('getDesk'), office.at('ak')('listArrivals')])
    expect(asked).toEqual(['signIn'])
  })

  it('a grave act asks for a confirmation and is repeated', async () => {
    const { office, asked } = setUp([
      { status: 403, body: { status: 403, code: 'CONFIRM_AGAIN', title: '' } },
      { status: 204 },
    ])
    await expect(office.ask('removeStaff', { params: { id: 'a' } })).resolves.toBeUndefined()
    expect(asked).toEqual(['proof'])
  })

  it('a wrong password, a refusal and the first question open no dialog', async () => {
    const { office, asked } = setUp([
      { status: 401, body: { status: 401, code: 'WRONG', title: '' } },
      { status: 403, body: { status: 403, code: 'NOT_ALLOWED', title: '' } },
      { status: 401, body: { status: 401, code: 'NOT_SIGNED_IN', title: '' } },
    ])
    await expect(office.ask('confirmAgain', { body: { password: 'x' } })).rejects.toMatchObject({ code: 'WRONG' })
    await expect(office.at('ak')('getDesk')).rejects.toMatchObject({ status: 403 })
    await expect(office.askMe()).rejects.toMatchObject({ status: 401 })
    expect(asked).toEqual([])
  })

  it('a dialog that is closed ends the call', async () => {
    const { office } = setUp([{ status: 403, body: { code: 'CONFIRM_AGAIN' } }], false)
    await expect(office.ask('startSecret')).rejects.toMatchObject({ code: 'CANCELLED' })
  })

  it('without a connection the refusal has status 0', async () => {
    const { office } = setUp([])
    await expect(office.at('ak')('getDesk')).rejects.toMatchObject({ status: 0, code: 'UNREACHABLE' })
  })

  it('knows every call of the contracts', async () => {
    for (const [name, { method, path }] of Object.entries(OFFICE)) {
      if (['uploadPicture', 'uploadSound', 'uploadDocument', 'replaceMedium'].includes(name)) continue
      const { office, sent } = setUp([{ status: 204 }])
      const params = { id: '1', number: '1', note: '1', conflict: '1', link: '1', slug: '1', issue: '1' }
      const isOfArticles = !/^\/(?:session|me|invitations|staff|audit|preview-links)(?:\/|$)/.test(path)
      const ask = (isOfArticles ? office.at('ak') : office.ask) as (name: string, input: unknown) => Promise<unknown>
      await ask(name, { params })
      const base = `/redaktion/api${isOfArticles ? '/ak' : ''}`
      expect(sent[0]!.line).toBe(`${method} ${base}${path.replaceAll(/\{\w+\}/g, '1')}`)
    }
  })
})
