/** The offer and the requests of the onboarding (S2.4-07). */
import { describe, expect, it } from 'vitest'
import { createPortalClient } from '../../page/portal-client.ts'
import { createNewsletterCalls } from '../../page/newsletter-api.ts'
import { loadOffer, saveChoice, type Chosen, type OnboardingSources } from './onboarding-choices.ts'

const node = (id: string, children: object[] = []) => ({ id, label: id.toUpperCase(), target: `/${id}`, children })
const ok = <T>(data: T) => ({ ok: true as const, data })
const no = (status: number) => ({ ok: false as const, status, code: 'X' })
const NONE: Chosen = { regions: [], topics: [], newsletters: [] }

type Sent = { follows: unknown[]; letters: string[] }
function toSources(
  change: Partial<
    Record<'regions' | 'topics' | 'catalogue' | 'hadRegions' | 'hadTopics' | 'subscriptions' | 'follows', unknown>
  > = {},
  refused: readonly string[] = [],
): OnboardingSources & { sent: Sent } {
  const sent: Sent = { follows: [], letters: [] }
  const answers = {
    regions: ok([node('nord', [node('altstadt'), node('hafen')]), node('sued', [node('altstadt')])]),
    topics: ok([node('sport')]),
    catalogue: ok({
      newsletters: [
        { slug: 'morgen', title: 'Der Morgen', rhythm: 'täglich' },
        { slug: 'abend', title: 'Der Abend', rhythm: '' },
      ],
    }),
    hadRegions: ok([
      { id: 'hafen', ts: '' },
      { id: 'fremd', ts: '' },
    ]),
    hadTopics: ok([]),
    subscriptions: ok({
      email: 'r@example.org',
      isEmailVerified: true,
      subscriptions: [{ slug: 'abend', state: 'active', since: '' }],
    }),
    follows: ok({ regions: [], tags: [] }),
    ...change,
  }
  return {
    sent,
    content: {
      listPersonalRegions: async () => answers.regions,
      listPersonalTopics: async () => answers.topics,
      listNewsletters: async () => answers.catalogue,
    } as never,
    library: {
      listRegionBookmarks: async () => answers.hadRegions,
      listTagBookmarks: async () => answers.hadTopics,
      changeFollows: async ({ body }: { body: unknown }) => (sent.follows.push(body), answers.follows),
    } as never,
    newsletters: {
      listSubscriptions: async () => answers.subscriptions,
      change: async (slug: string, isWanted: boolean) => {
        sent.letters.push(`${isWanted ? '+' : '-'}${slug}`)
        return refused.includes(slug)
          ? { kind: 'refused', reason: 'unavailable' }
          : { kind: isWanted ? 'active' : 'ended' }
      },
    } as never,
  }
}

describe('the offer', () => {
  it('S2.4-07 R1-30 has three steps, each place once, with the current choices of the reader', async () => {
    const offer = await loadOffer(toSources())
    expect(offer.steps).toEqual(['regions', 'topics', 'newsletters'])
    expect(offer.items.regions.map(({ id, depth }) => `${depth} ${id}`)).toEqual([
      '0 nord',
      '1 altstadt',
      '1 hafen',
      '0 sued',
    ])
    expect(offer.before).toEqual({ regions: ['hafen'], topics: [], newsletters: ['abend'] })
  })

  it.each<[string, Parameters<typeof toSources>[0], string[]]>([
    ['a list is silent', { topics: no(503) }, ['regions', 'newsletters']],
    ['there is nothing to choose', { topics: ok([]) }, ['regions', 'newsletters']],
    ['what the reader has is not known', { hadRegions: no(503) }, ['topics', 'newsletters']],
    ['subscriptions are not known', { subscriptions: no(0) }, ['regions', 'topics']],
    ['nothing answers', { regions: no(0), topics: no(0), catalogue: no(0) }, []],
  ])('S2.4-07 leaves a step out when %s', async (_case, change, steps) => {
    expect((await loadOffer(toSources(change))).steps).toEqual(steps)
  })

  it('S5-03 offers only newsletters if nothing can be followed', async () => {
    expect((await loadOffer({ ...toSources(), library: null })).steps).toEqual(['newsletters'])
  })
})

describe('saving', () => {
  it('S2.4-07 sends changes only', async () => {
    const sources = toSources()
    const before: Chosen = { regions: ['hafen'], topics: [], newsletters: ['abend'] }
    expect(await saveChoice(sources, before, before)).toEqual({ kind: 'saved', hasPending: false })
    expect(sources.sent).toEqual({ follows: [], letters: [] })
    await saveChoice(sources, before, { regions: ['nord'], topics: ['sport'], newsletters: ['morgen'] })
    expect(sources.sent).toEqual({
      follows: [{ add: { regions: ['nord'], tags: ['sport'] }, remove: { regions: ['hafen'], tags: [] } }],
      letters: ['+morgen', '-abend'],
    })
  })

  it('S2.4-07 reports the saved parts when one fails, so that the second try sends the rest', async () => {
    const after: Chosen = { regions: ['nord'], topics: [], newsletters: ['morgen', 'abend'] }
    const failing = toSources({}, ['abend'])
    const outcome = await saveChoice(failing, NONE, after)
    expect(outcome).toEqual({
      kind: 'failed',
      reason: 'unavailable',
      saved: { regions: ['nord'], topics: [], newsletters: ['morgen'] },
    })
    const sources = toSources()
    await saveChoice(sources, (outcome as { saved: Chosen }).saved, after)
    expect(sources.sent).toEqual({ follows: [], letters: ['+abend'] })
    expect(await saveChoice(toSources({ follows: no(409) }), NONE, after)).toMatchObject({
      kind: 'failed',
      reason: 'too-many',
      saved: NONE,
    })
  })

  it('S2.1-13 mentions mails that ask for confirmation', async () => {
    const newsletters = { ...toSources().newsletters, change: async () => ({ kind: 'pending' as const }) }
    expect(await saveChoice({ library: null, newsletters }, NONE, { ...NONE, newsletters: ['morgen'] })).toEqual({
      kind: 'saved',
      hasPending: true,
    })
  })
})

describe('the calls of newsletters', () => {
  const open = (...answers: Response[]) => {
    const asked: string[] = []
    const calls = createNewsletterCalls(
      createPortalClient({
        fetcher: async (path, init) => {
          asked.push(
            `${init?.method ?? 'GET'} ${path as string} ${typeof init?.body === 'string' ? init.body : ''}`.trim(),
          )
          const answer = answers.shift()
          if (answer === undefined) throw new TypeError('Failed to fetch')
          return answer
        },
      }),
    )
    return { calls, asked }
  }
  const answer = (status: number, body: unknown = {}) => Response.json(body, { status })

  it('S2.1-13 subscribes with the version of the shown text, never with an address', async () => {
    const { calls, asked } = open(answer(200, { slug: 'morgen', state: 'pending', since: '' }))
    expect(await calls.change('morgen', true)).toEqual({ kind: 'pending' })
    expect(asked).toEqual(['POST /api/mein/newsletters/morgen {"textVersion":"2026-11-21"}'])
  })

  it.each<[string, Response[], object, number]>([
    [
      'a session renewed on the way',
      [answer(401), answer(200), new Response(null, { status: 204 })],
      { kind: 'ended' },
      3,
    ],
    ['a session that is over', [answer(401), answer(401)], { kind: 'refused', reason: 'logged-out' }, 2],
    ['a renewal nobody answers', [answer(401), answer(503)], { kind: 'refused', reason: 'unavailable' }, 2],
    ['too many', [answer(429)], { kind: 'refused', reason: 'too-many' }, 1],
    ['no connection', [], { kind: 'refused', reason: 'unavailable' }, 1],
  ])('S2.1-13 ends a subscription: %s', async (_case, answers, expected, count) => {
    const { calls, asked } = open(...answers)
    expect([await calls.change('abend', false), asked.length]).toEqual([expected, count])
  })
})
