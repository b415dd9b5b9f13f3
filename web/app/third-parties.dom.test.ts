// @vitest-environment happy-dom
/** When readers are asked again, what the layer shows them, and what scripts meet: the whole start of third parties. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CONSENT_SECONDS, grantVendors, NO_CONSENT, serializeConsent } from '@lokalteil/domain/consent/consent'
import { answerCalls } from './browser/dom.testing.tsx'
import type { TcfCall } from './features/consent/tcf-stub.ts'
import { CONSENT_TEXTS } from './messages/consent/versions.ts'

const USED = ['youtube', 'pushNotifications'] as const
const TODAY = '2026-12-10'
const AT = Date.parse('2026-12-05') / 1000
const PARTNER = {
  id: 9,
  name: 'Neun',
  policy: 'https://nine.example/privacy',
  owner: 'youtube',
  purposes: [1, 2],
  legIntPurposes: [7],
  flexiblePurposes: [7],
  retention: { standard: 90, purposes: { 1: 1 } },
}
const FRAMEWORK = {
  cmpId: 77,
  listVersion: 12,
  listDate: '2026-12-03',
  purposes: {
    1: { name: 'Speichern', description: 'Etwas auf dem Gerät speichern.' },
    2: { name: 'Anzeigen', description: 'Anzeigen auswählen.' },
    7: { name: 'Messen', description: 'Anzeigen messen.' },
  },
  // The second belongs to a vendor that the publication does not use.
  vendors: [PARTNER, { ...PARTNER, id: 12, owner: 'kdm' }],
}
const RECIPIENTS = {
  youtube: {
    company: 'Filme Limited, Dublin',
    policy: 'https://films.example/privacy',
    retention: '18 Monate',
    since: '2026-12-01',
  },
}

let asked: string[]
beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T12:00:00Z`) })
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => {}
      disconnect = () => {}
    },
  )
  asked = answerCalls({
    'GET /api/consent/framework': () => Response.json(FRAMEWORK),
    'GET /api/consent/recipients': () => Response.json({ recipients: RECIPIENTS }),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.replaceChildren()
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; path=/; max-age=0`
  localStorage.clear()
  delete window.__tcfapi
})

type Given = {
  /** The cookie with day, texts and recipients. */
  given?: string
  partners?: object
  facts?: object
}
function answered({ given, partners, facts }: Given, consent = NO_CONSENT): void {
  const keep = (name: string, value: string) => {
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/`
  }
  keep('consents', serializeConsent(consent, USED))
  if (given !== undefined) keep('consentGiven', given)
  if (facts !== undefined) localStorage.setItem('consentFacts', JSON.stringify(facts))
  if (partners !== undefined) localStorage.setItem('consentPartners', JSON.stringify(partners))
}

type Facts = { recipientsSince?: string; isRegistered?: true; scripts?: object }
/** A new document. */
async function open(thirdParties: Facts = {}, path = '/') {
  vi.resetModules()
  document.body.replaceChildren()
  const [{ createPageStore }, { createCurrentPage }, { setSession }, { startThirdParties }] = await Promise.all([
    import('./page/page-store.ts'),
    import('./browser/navigation/current-page.ts'),
    import('./browser/session/session.ts'),
    import('./third-parties.later.ts'),
  ])
  // Loaded before, so that a test that waits for nothing does not wait for them.
  await Promise.all([
    import('./features/consent/built-in-manager.lazy.tsx'),
    import('./features/consent/ConsentSettings.lazy.tsx'),
    import('./features/consent/tcf-api.lazy.ts'),
  ])
  const chrome = {
    publication: { code: 'ak', isLocalEdition: false, rooms: ['push'] },
    settings: { sourcepoint_enabled: true },
    app: { isNativeApp: false, isApp: false },
    device: 'desktop',
    canonicalOrigin: location.origin,
    thirdParties: { scripts: {}, embeds: ['youtube'], ...thirdParties },
  }
  const route = path === '/impressum' ? { name: 'impressum-document' } : { name: 'home' }
  const state = { chrome, route, path, query: '', title: '', content: { kind: 'page', data: null } }
  const store = createPageStore({ state: state as never, module: null })
  setSession({ status: 'anonymous' })
  return startThirdParties(store, createCurrentPage(store, location.origin), () => {})
}
const settle = async () => {
  for (let round = 0; round < 10; round++) await new Promise((resolve) => setTimeout(resolve, 2))
}
const banner = () => document.querySelector('[data-consent-banner]')
const press = (name: string) => {
  const button = [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === name)
  button!.click()
}

const TEXTS = CONSENT_TEXTS.version
const REGISTERED = { isRegistered: true } as const
describe('an answer', () => {
  it.each<[string, Given, Facts, boolean]>([
    ['to the texts of today', { given: `2026-12-05~${TEXTS}~` }, {}, false],
    ['to purposes that have changed since', { given: '2026-12-05~2026-11-21~' }, {}, true],
    ['of an older version, in local storage', { facts: { at: AT, text: '2026-11-21', receipt: '' } }, {}, true],
    ['of an older version, to purposes of today', { facts: { at: AT, text: '2026-11-22', receipt: '' } }, {}, false],
    ['of more than a year ago', { facts: { at: AT - CONSENT_SECONDS, text: TEXTS, receipt: '' } }, {}, true],
    ['without a date', {}, {}, false],
    ['without a date, before a recipient changed', {}, { recipientsSince: '2026-12-01' }, true],
    ['to other recipients', { given: `2026-12-05~${TEXTS}~2026-11-01` }, { recipientsSince: '2026-12-01' }, true],
    [
      'to the recipients of today',
      { given: `2026-12-05~${TEXTS}~2026-12-01` },
      { recipientsSince: '2026-12-01' },
      false,
    ],
    ['before registered vendors were named', { given: `2026-12-05~${TEXTS}~` }, REGISTERED, true],
    [
      'to the registered vendors of today',
      { given: `2026-12-05~${TEXTS}~`, partners: { youtube: { 9: [1, 2, 7] } } },
      REGISTERED,
      false,
    ],
    [
      'before a registered vendor had a purpose',
      { given: `2026-12-05~${TEXTS}~`, partners: { youtube: { 9: [1, 7] } } },
      REGISTERED,
      true,
    ],
  ])('%s: is asked for again, once, or not: %#', async (_what, given, facts, isAsked) => {
    answered(given)
    await open(facts)
    await settle()
    expect(banner() !== null).toBe(isAsked)
    if (!isAsked) return
    press('Alle ablehnen')
    await vi.waitFor(() => expect(banner()).toBeNull())
    await open(facts)
    await settle()
    expect(banner()).toBeNull()
  })

  it.each<[string, Given, Facts, boolean]>([
    ['to the texts of today', { given: `2026-12-05~${TEXTS}~` }, {}, false],
    ['to purposes that have changed since', { given: '2026-12-05~2026-11-21~' }, {}, true],
    ['to other recipients', { given: `2026-12-05~${TEXTS}~2026-11-01` }, { recipientsSince: '2026-12-01' }, true],
    ['that could not be kept with its registered vendors', { given: `2026-12-05~${TEXTS}~` }, REGISTERED, false],
  ])('without local storage, %s: is asked for again, once, or not: %#', async (_what, given, facts, isAsked) => {
    vi.stubGlobal('localStorage', undefined)
    answered(given)
    await open(facts)
    await settle()
    expect(banner() !== null).toBe(isAsked)
    if (isAsked) press('Alle ablehnen')
    await vi.waitFor(() => expect(banner()).toBeNull())
    await open(facts)
    await settle()
    expect(banner()).toBeNull()
    vi.unstubAllGlobals()
  })

  it('by the link that takes everything back is not followed by a question', async () => {
    vi.spyOn(location, 'replace').mockImplementation(() => {})
    answered({ given: `2026-12-05~${TEXTS}~` }, grantVendors({ youtube: true }))
    const { reset } = await open(REGISTERED, '/impressum')
    await settle()
    reset()
    await open(REGISTERED)
    await settle()
    expect(banner()).toBeNull()
  })
})

describe('the layer', () => {
  it('names recipients, hosts and registered vendors with their purposes, and keeps with the answer that it did', async () => {
    const { openSettings } = await open({ ...REGISTERED, recipientsSince: '2026-12-01' })
    await vi.waitFor(() => expect(banner()).not.toBeNull())
    const question = banner()!.textContent
    expect(question).toContain('Wer Daten bekommt: 2 Anbieter und 1 Partner')
    expect(question).toContain('Filme Limited, Dublin – Speicherdauer: 18 Monate. Lädt von www.youtube-nocookie.com.')
    expect(banner()!.querySelector('a[href="https://films.example/privacy"]')).not.toBeNull()
    await openSettings()
    await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull())
    const settings = document.querySelector('dialog')!
    expect(settings.textContent).toContain('Filme Limited, Dublin – Speicherdauer: 18 Monate. Lädt von')
    expect([...settings.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual([
      'Speichern',
      'Etwas auf dem Gerät speichern.',
      'Anzeigen',
      'Anzeigen auswählen.',
      'Messen',
      'Anzeigen messen.',
    ])
    expect([...settings.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      'Neun: Speichern (Speicherdauer: 1 Tag); Anzeigen (Speicherdauer: 90 Tage); Messen (Speicherdauer: 90 Tage)',
    ])
    press('Alle akzeptieren')
    const { getAnswer } = await import('./browser/consent/consent.ts')
    expect(getAnswer()?.facts).toMatchObject({
      text: TEXTS,
      since: '2026-12-01',
      partners: { youtube: { 9: [1, 2, 7] } },
    })
  })

  it('asks again for recipients that it could not name, because the server did not answer', async () => {
    asked = answerCalls({})
    await open({ recipientsSince: '2026-12-01' })
    await vi.waitFor(() => expect(banner()).not.toBeNull())
    expect(banner()!.textContent).toContain('YouTube')
    press('Alle ablehnen')
    await open({ recipientsSince: '2026-12-01' })
    await vi.waitFor(() => expect(banner()).not.toBeNull())
  })

  it('shows day, texts and receipt of the answer, and after a logout that there is an answer', async () => {
    answered(
      { given: `2026-12-05~${TEXTS}~`, facts: { at: AT, text: TEXTS, receipt: 'id-1' } },
      grantVendors({ youtube: true }),
    )
    const read = async () => {
      const { openSettings } = await open()
      await openSettings()
      await vi.waitFor(() => expect(document.querySelector('[data-consent-receipt]')).not.toBeNull())
      const receipt = document.querySelector('[data-consent-receipt]')!
      return [receipt.textContent, [...receipt.querySelectorAll('a')].map((link) => link.getAttribute('href'))]
    }
    const said = `Ihre letzte AntwortGegeben am 5. Dezember 2026, Textfassung ${TEXTS}.`
    expect(await read()).toEqual([
      `${said}Ihr Beleg hat die Kennung id-1 Beleg herunterladen`,
      [`/api/consent/texts/${TEXTS}`, '/api/consent/receipts/id-1'],
    ])
    localStorage.removeItem('consentFacts')
    expect(await read()).toEqual([said, [`/api/consent/texts/${TEXTS}`]])
  })

  it('is not there before an answer is due, and asks the server for nothing', async () => {
    answered({ given: `2026-12-05~${TEXTS}~2026-12-01` })
    await open({ recipientsSince: '2026-12-01' })
    await settle()
    expect([document.querySelector('#consent'), asked]).toEqual([null, []])
  })
})

describe('scripts', () => {
  const eventsOf = async () => {
    const heard: string[] = []
    window.__tcfapi!('addEventListener', 2, (data) => heard.push((data as { eventStatus: string }).eventStatus))
    await settle()
    return heard
  }

  it('meet the interface of the framework before any of them runs', async () => {
    answered({ given: `2026-12-05~${TEXTS}~` }, grantVendors({ pushNotifications: true }))
    const seen: unknown[] = []
    vi.spyOn(document.head, 'append').mockImplementation((script) => {
      const answers: unknown[] = []
      window.__tcfapi?.(...(['ping', 2, (answer) => answers.push(answer)] satisfies TcfCall))
      seen.push([(script as HTMLScriptElement).dataset.thirdParty, answers])
    })
    await open({ scripts: { pushNotifications: '/push.js' } })
    expect(seen).toEqual([['pushNotifications', [expect.objectContaining({ cmpStatus: 'stub' })]]])
    // Not in the middle of the next test.
    await settle()
  })

  it.each<[string, () => void, string, string[]]>([
    ['a question in view', () => {}, '/', ['cmpuishown']],
    ['an answer', () => answered({ given: `2026-12-05~${TEXTS}~` }), '/', ['tcloaded']],
    ['a legal page', () => {}, '/impressum', ['tcloaded']],
    ['Global Privacy Control', () => vi.stubGlobal('navigator', { globalPrivacyControl: true }), '/', ['tcloaded']],
  ])('that asked early hear the state once it is known: %s', async (_what, prepare, path, expected) => {
    prepare()
    await open({}, path)
    expect(await eventsOf()).toEqual(expected)
  })

  it('hear of the question, of the answer, and of the settings that were opened and closed', async () => {
    const { openSettings } = await open()
    const heard = await eventsOf()
    press('Alle ablehnen')
    await settle()
    await openSettings()
    await settle()
    document.querySelector<HTMLElement>('dialog button')!.click()
    await settle()
    expect(heard).toEqual(['cmpuishown', 'useractioncomplete', 'cmpuishown', 'tcloaded'])
  })
})
