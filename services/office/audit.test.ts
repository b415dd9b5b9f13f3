/**
 * Each writing call of the office leaves an entry in the audit: one walk over the calls of the desk, one over those of people.
 * Newsletters are in newsletters.test.ts, sign-in at the house's own provider in people.test.ts.
 */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { OFFICE_DESK, OFFICE_PEOPLE, type PushOrder, type PushOrders } from '@lokalteil/contracts/office'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { TOTP } from 'otpauth'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmptyDatabase } from '../platform/database/database.testing.ts'
import type { Database } from '../platform/database.ts'
import { openTestArticles, type PersonName } from './articles/articles.testing.ts'
import { toTestDraft } from './articles/records.testing.ts'
import { pin } from './fronts/fronts.testing.ts'
import { get, openTestOffice, ORIGIN, outcome, PASSWORD } from './office.testing.ts'
import { createTestPasskey } from './people/authenticator.testing.ts'
import { QUESTION } from './quizzes/quizzes.testing.ts'

const writes = (contract: Readonly<Record<string, { method: string }>>, without: readonly string[] = []) =>
  Object.keys(contract).filter((name) => contract[name]!.method !== 'GET' && !without.includes(name))

describe('the audit', () => {
  let database: Database
  beforeAll(async () => {
    setPublications(TEST_PUBLICATIONS)
    database = await openEmptyDatabase(createTestDatabase)
  })
  afterAll(() => database.close())

  it('has an entry of every writing call on articles, fronts, pictures, quizzes and breaking news', async () => {
    setPublications(TEST_PUBLICATIONS.map((one) => ({ ...one, rooms: ['quiz'] as never })))
    const test = await openTestArticles(database)
    const as = (person: PersonName) => test.as(person)
    test.usePushes(createPushes())
    /** Makes a call and says that its own entry came with it. */
    async function act<T>(name: keyof typeof OFFICE_DESK, work: () => Promise<T>): Promise<T> {
      const before = test.audit.length
      const answer = await work()
      const added = test.audit.slice(before)
      expect([name, added.map((entry) => entry.act)]).toEqual([name, expect.arrayContaining([name])])
      expect(added.find((entry) => entry.act === name)).toMatchObject({
        by: expect.stringMatching(/./),
        target: expect.stringMatching(/./),
      })
      return answer
    }
    const p = (html: string) => ({ type: 'paragraph' as const, html })
    const { id } = await act('createArticle', () => get(as('mara').createArticle({ body: { sectionPath: 'lokales' } })))
    const params = { id }
    const save = (base: number, html: string) =>
      get(as('mara').saveDraft({ params, body: { base, draft: toTestDraft({ body: [p(html)] }), isKept: true } }))
    await act('saveDraft', () => save(1, 'Eins.'))
    await save(2, 'Zwei.')
    const { conflicts } = await save(2, 'Drei.')
    const conflict = conflicts[0]!.id
    await act('chooseBlock', () =>
      get(as('mara').chooseBlock({ params: { id, conflict }, body: { choose: 'theirs' } })),
    )
    await act('restoreRevision', () => get(as('mara').restoreRevision({ params: { id, number: 2 } })))
    await act('takePen', () => get(as('jonas').takePen({ params })))
    const note = await act('addNote', () => get(as('jonas').addNote({ params, body: { text: 'Wer?', block: null } })))
    await act('answerNote', () =>
      get(as('mara').answerNote({ params: { id, note: note.id }, body: { text: 'Er.', isDone: true } })),
    )
    await act('changeState', () => get(as('mara').changeState({ params, body: { state: 'review' } })))
    const revision = async () => (await get(as('mara').getArticle({ params }))).revision
    const at = await revision()
    const link = await act('createPreviewLink', () =>
      get(as('mara').createPreviewLink({ params, body: { revision: at } })),
    )
    await act('revokePreviewLink', () => get(as('mara').revokePreviewLink({ params: { id, link: link.id } })))
    const time = '2026-11-28T18:00:00.000Z'
    await act('schedule', () => get(as('jonas').schedule({ params, body: { revision: at, at: time } })))
    await get(as('jonas').schedule({ params, body: { revision: at, at: null } }))
    await act('publish', () => get(as('jonas').publish({ params, body: { revision: at } })))
    const correction = { revision: await revision(), reason: 'Falsch.' }
    await act('correct', () => get(as('jonas').correct({ params, body: correction })))
    await act('undoPublish', () => get(as('jonas').undoPublish({ params })))
    await get(as('jonas').publish({ params, body: { revision: await revision() } }))
    await act('withdraw', () => get(as('nele').withdraw({ params, body: { reason: 'Falsch' } })))
    await act('bringBack', () => get(as('nele').bringBack({ params })))
    await act('leadTo', () => get(as('nele').leadTo({ params, body: { from: '/alt' } })))

    const sourceId = 'urn:newsml:dpa.com:1'
    test.content.propose(sourceId, 1, toTestDraft({ source: 'dpa' }))
    const taken = await act('takeArrival', () => get(as('mara').takeArrival({ body: { sourceId } })))
    test.content.propose(sourceId, 2, toTestDraft({ source: 'dpa', title: 'Neu' }), { articleId: taken.id })
    const merge = { sourceId, version: 2, isDropped: false }
    await act('mergeArrival', () => get(as('mara').mergeArrival({ body: merge })))
    test.content.propose(sourceId, 3, toTestDraft({ source: 'dpa', title: 'Neuer' }), { articleId: taken.id })
    await act('mergeArrival', () => get(as('mara').mergeArrival({ body: { ...merge, version: 3, isDropped: true } })))

    const front = { path: '', was: [], edits: [pin(id)] }
    const draft = await act('saveFrontDraft', () => get(as('jonas').saveFrontDraft({ body: front })))
    const shown = { path: '', revision: draft.revision }
    await act('publishFront', () => get(as('jonas').publishFront({ body: shown })))
    const later = await get(as('jonas').saveFrontDraft({ body: { path: '', was: [pin(id)], edits: [] } }))
    await act('dropFrontDraft', () => get(as('jonas').dropFrontDraft({ body: { path: '', revision: later.revision } })))

    const bar = { articleId: id, line: '', until: null, seen: null }
    await act('setBreaking', () => get(as('jonas').setBreaking({ body: bar })))
    await act('endBreaking', () => get(as('jonas').endBreaking({ body: { seen: id } })))
    const target = { kind: 'breaking' as const, ref: '' }
    const order = { key: 'one-order', articleId: id, target, title: 'Deich hält', body: '' }
    await act('orderPush', () => get(as('jonas').orderPush({ body: order })))
    await act('stopPush', () => get(as('nele').stopPush({ params: { id: 'push-1' } })))

    const { slug, ...begun } = await act('createQuiz', () =>
      get(as('mara').createQuiz({ body: { title: 'Die Region', slug: null } })),
    )
    const draftOfQuiz = { ...begun.draft, questions: [QUESTION] }
    const saved = await act('saveQuiz', () =>
      get(as('jonas').saveQuiz({ params: { slug }, body: { base: begun.revision, draft: draftOfQuiz } })),
    )
    await act('publishQuiz', () =>
      get(as('jonas').publishQuiz({ params: { slug }, body: { revision: saved.revision } })),
    )
    test.content.quizzes.update(slug, 2)
    const quiz = await act('settleQuiz', () =>
      get(as('mara').settleQuiz({ params: { slug }, body: { version: 2, isTaken: true } })),
    )
    await act('dropQuiz', () => get(as('mara').dropQuiz({ params: { slug }, body: { revision: quiz.revision } })))
    await act('withdrawQuiz', () => get(as('jonas').withdrawQuiz({ params: { slug } })))

    const draw = (red: number) =>
      sharp({ create: { width: 800, height: 600, channels: 3, background: { r: red, g: 90, b: 40 } } })
        .jpeg()
        .toBuffer()
    const [one, other] = [await draw(10), await draw(200)]
    const uploaded = await act('uploadPicture', () => test.upload('mara', one))
    const { id: medium } = uploaded.body as { id: number }
    const sound = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.from('Rede')])
    await act('uploadSound', () => test.upload('mara', sound, { at: '/media/sound' }))
    const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
    await act('uploadDocument', () => test.upload('mara', pdf, { at: '/media/document' }))
    const read = () => get(as('mara').getMedium({ params: { id: medium } }))
    const { picture, rights, version } = await read()
    const { altText, caption } = picture
    const texts = {
      version,
      altText,
      caption,
      credit: 'Foto: Voss',
      focus: null,
      rights: { ...rights, mayBeCut: true },
    }
    await act('saveMedium', () =>
      get(as('nele').saveMedium({ params: { id: medium }, body: { ...texts, isCarried: false } })),
    )
    const part = { x: 0, y: 0, width: 50, height: 50 }
    const cut = { version: (await read()).version, part }
    await act('cropMedium', () => get(as('nele').cropMedium({ params: { id: medium }, body: cut })))
    const replacing = `/media/${medium}/replace?version=${(await read()).version}`
    await act('replaceMedium', () => test.upload('nele', other, { at: replacing }))
    const foreign = { ...picture, baseUrl: '/import/aa/fremd.jpg' }
    test.content.importArticle('77', toTestDraft({ picture: foreign }))
    await act('adoptPicture', () => get(as('mara').adoptPicture({ body: { picture: foreign } })))

    test.throwErrors()
    expect([...new Set(test.audit.map(({ act: name }) => name))].toSorted()).toEqual(writes(OFFICE_DESK).toSorted())
  })

  it('has an entry of every writing call on people, sign-in and the own account', async () => {
    const office = await openTestOffice(database)
    const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: office.clock.now.getTime() })
    const EDITOR = { publication: 'ak', role: 'editor' as const, mayPublish: false, sections: [] }
    const acts = async () => {
      const rows = await office.db.selectFrom('office.audit').select('act').orderBy('id').execute()
      return rows.map((row) => row.act)
    }
    async function act(name: string, work: () => Promise<string>): Promise<void> {
      const before = (await acts()).length
      expect([name, await work()]).toEqual([name, expect.stringMatching(/^(?:ok|in)$/)])
      expect([name, (await acts()).slice(before)]).toEqual([name, expect.arrayContaining([name])])
    }
    try {
      const { email } = await office.add(['publisher'])
      const head = office.browse()
      const { people } = head
      await act('signIn', () => head.signIn(email))
      let secret = ''
      await act('startSecret', async () => {
        ;({ secret } = await get(people.startSecret({})))
        return 'ok'
      })
      let codes: string[] = []
      await act('saveSecret', async () => {
        ;({ recoveryCodes: codes } = await get(people.saveSecret({ body: { code: codeOf(secret) } })))
        return 'ok'
      })
      await act('renewRecoveryCodes', async () => {
        ;({ recoveryCodes: codes } = await get(people.renewRecoveryCodes({})))
        return 'ok'
      })
      const second = office.browse()
      expect(await second.signIn(email)).toBe('code')
      // The second step is the sign-in.
      await act('signIn', () => outcome(second.people.confirmCode({ body: { code: codes[0]! } })))
      await act('endOwnSession', async () => {
        const { sessions } = await get(people.listOwnSessions({}))
        return outcome(people.endOwnSession({ params: { id: sessions.find(({ isThis }) => !isThis)!.id } }))
      })
      office.later(1)
      await act('confirmAgain', () =>
        outcome(people.confirmAgain({ body: { password: PASSWORD, code: codeOf(secret) } })),
      )
      await act('changePassword', () =>
        outcome(people.changePassword({ body: { password: 'Sommergerste am Fluss 12' } })),
      )
      const passkey = createTestPasskey(ORIGIN)
      const response = passkey.register(await get(people.startNewPasskey({})))
      await act('savePasskey', () => outcome(people.savePasskey({ body: { name: 'Laptop', response } })))
      const third = office.browse()
      const assertion = passkey.assert(await get(third.people.startPasskey({})))
      await act('signIn', () => outcome(third.people.signInByPasskey({ body: { response: assertion } })))
      await act('signOut', () => outcome(third.people.signOut({})))
      await act('removePasskey', async () => {
        const { passkeys } = await get(people.listPasskeys({}))
        return outcome(people.removePasskey({ params: { id: passkeys[0]!.id } }))
      })

      const invite = (to: string) =>
        outcome(people.invite({ body: { email: to, name: 'Tim Reder', grants: [EDITOR] } }))
      const idOf = async (to: string) => (await get(people.listStaff({}))).staff.find((one) => one.email === to)!.id
      await act('invite', () => invite('tim@redaktion.example'))
      const { data } = office.mails.at(-1) as { data: { path: string } }
      const token = data.path.slice('/redaktion/einladung#'.length)
      const body = { token, name: 'Tim Reder', password: PASSWORD }
      await act('acceptInvitation', () => outcome(office.browse().people.acceptInvitation({ body })))
      const id = await idOf('tim@redaktion.example')
      await act('changeStaff', () =>
        outcome(people.changeStaff({ params: { id }, body: { name: 'Tim R.', grants: [EDITOR], isLocked: false } })),
      )
      await act('endSessions', () => outcome(people.endSessions({ params: { id } })))
      await act('removeStaff', () => outcome(people.removeStaff({ params: { id } })))
      await invite('ute@redaktion.example')
      const invited = await idOf('ute@redaktion.example')
      await act('withdrawInvitation', () => outcome(people.withdrawInvitation({ params: { id: invited } })))

      const without = [
        // POST calls that change nothing: they answer options or read a token from the body.
        'startPasskey',
        'startNewPasskey',
        'startProvider',
        'getInvitation',
        'openPreviewLink',
        // Ways in: their entry is a `signIn`.
        'confirmCode',
        'signInByPasskey',
        'finishProvider',
      ]
      expect([...new Set(await acts())].toSorted()).toEqual(writes(OFFICE_PEOPLE, without).toSorted())
      office.throwErrors()
    } finally {
      await office.service.close()
    }
  })
})

function createPushes(): PushOrders {
  const order: PushOrder = {
    id: 'push-1',
    target: { kind: 'breaking', ref: '' },
    label: '',
    title: 'Deich hält',
    body: '',
    path: '/',
    by: 'Jonas Kern',
    at: '2026-11-28T10:00:00.000Z',
    state: 'held',
    leftMs: 60_000,
    expected: 4,
    sent: 0,
    waiting: 0,
    failed: 0,
  }
  const ok = <T>(data: T) => ({ ok: true as const, data, headers: new Headers() })
  return {
    countAudience: async () => ok({ now: 3, later: 1, heard: 0 }),
    holdPush: async () => ok({ order, outcome: 'created' as const }),
    stopPush: async () => ok({ ...order, state: 'stopped' as const }),
    listPushes: async () => ok({ orders: [order] }),
  }
}
