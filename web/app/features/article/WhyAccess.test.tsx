import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { AccessAnswer } from '@lokalteil/contracts/access'
import { AccessDetails } from './AccessDetails.tsx'
import { Explanation } from './WhyAccess.lazy.tsx'

const nobody: AccessAnswer = {
  isLocked: true,
  rule: 'subscription',
  isPaid: true,
  isLoggedIn: false,
  roles: [],
  coins: null,
  hasBought: false,
  linkToken: 'none',
  extendedAccess: 'none',
  isAtInstitution: false,
  paywallService: 'locks',
  remedies: [{ kind: 'login' }, { kind: 'tag', tagIds: ['7'] }, { kind: 'subscribe' }],
  institution: null,
  meter: null,
}
const textOf = (change: Partial<AccessAnswer>) =>
  renderToStaticMarkup(<Explanation why={{ ...nobody, ...change }} />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('“Warum sehe ich das?”', () => {
  it.each<[string, Partial<AccessAnswer>, string[], string[]]>([
    [
      'nobody',
      {},
      [
        'Diesen Artikel lesen Sie mit Plus',
        'Anmeldung nicht angemeldet',
        'Ihre Abos keine',
        'Anmelden, wenn Sie schon ein Konto haben',
        'Plus abonnieren',
        'Zugangscode',
      ],
      ['Ihre Coins', 'Freie Artikel', 'Geschenklink'],
    ],
    [
      'plus',
      { isLocked: false, rule: 'plus', isLoggedIn: true, roles: ['plus'], remedies: [], paywallService: null },
      ['Sie haben Plus', 'Ihre Abos Plus'],
      ['Das hilft', 'Zugangscode', 'Angebot der Zeitung'],
    ],
    [
      'coins',
      {
        rule: 'buy',
        isLoggedIn: true,
        roles: ['wallet'],
        coins: 1,
        remedies: [{ kind: 'coin' }, { kind: 'subscribe' }],
      },
      ['Ihre Coins 1 Coin', 'mit Ihren Coins freischalten'],
      ['Anmelden,'],
    ],
    [
      'a gift that is over',
      { linkToken: 'expired' },
      ['Dieser Geschenklink ist abgelaufen', 'Geschenklink abgelaufen'],
      [],
    ],
    ['a gift taken back', { linkToken: 'invalid' }, ['gilt nicht mehr oder gehört'], []],
    [
      'a gift for somebody logged in',
      { isLocked: false, rule: 'link-token', linkToken: 'valid', remedies: [] },
      ['Dieser Artikel wurde Ihnen geschenkt'],
      ['abgelaufen'],
    ],
    [
      'a library',
      {
        isLocked: false,
        rule: 'institution',
        institution: { name: 'Stadtbücherei Talheim', by: 'address' },
        remedies: [],
      },
      ['Zugang über Stadtbücherei Talheim (Ihr Netz)'],
      ['Zugang in diesem Browser beenden'],
    ],
    [
      'a school by its code',
      { isLocked: false, rule: 'institution', institution: { name: 'Gymnasium Hafenrode', by: 'code' }, remedies: [] },
      ['(Zugangscode)', 'Zugang in diesem Browser beenden'],
      [],
    ],
    [
      'a meter',
      {
        isLocked: false,
        rule: 'paywall-service',
        paywallService: 'opens',
        meter: { used: 1, articles: 2, days: 30 },
        remedies: [],
      },
      ['1 von 2 in 30 Tagen gelesen', 'Angebot der Zeitung Der Artikel ist frei'],
      [],
    ],
    [
      'a silent service',
      { paywallService: 'silent' },
      ['Wir können Ihren Zugang gerade nicht prüfen. Bis dahin bleibt der Artikel gesperrt.'],
      [],
    ],
  ])('explains to %s the deciding rule and the remedies', (_name, change, there, absent) => {
    const text = textOf(change)
    expect([there.filter((part) => !text.includes(part)), absent.filter((part) => text.includes(part))]).toEqual([
      [],
      [],
    ])
  })

  it('works without scripts, names who gives access, and treats a name as text', () => {
    const html = renderToStaticMarkup(
      <AccessDetails
        articleId="1"
        access={{ isLocked: false, rule: 'institution', template: 'ok', via: '<b>Bücherei</b>' }}
      />,
    )
    expect([
      html.includes('<summary>Warum sehe ich das?</summary>'),
      html.includes('Zugang über: &lt;b&gt;Bücherei&lt;/b&gt;'),
      html.includes('für Sie freigeschaltet'),
    ]).toEqual([true, true, true])
  })
})
