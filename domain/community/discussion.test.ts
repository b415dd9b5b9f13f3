import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDisplayName, toNameKey } from './display-name.ts'
import {
  decideMode,
  splitMentions,
  toHelpfulness,
  toInitials,
  toParent,
  toVoice,
  type DiscussedArticle,
  type DiscussionRules,
} from './discussion.ts'
import { decideState, isComplaintOpen, isHeldByReports } from './moderation.ts'
import { NO_WORDS } from './user-text.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const RULES: DiscussionRules = {
  mode: 'open',
  sections: { sport: 'moderated', 'sport/kreisliga': 'open', polizei: 'closed' },
  closeAfterDays: 14,
}
const article = (more: Partial<DiscussedArticle>): DiscussedArticle => ({
  section: 'lokales',
  publishDate: '2026-11-20T12:00:00Z',
  ...more,
})

describe('where readers may comment (R1-61)', () => {
  it.each<[Partial<DiscussedArticle>, string]>([
    [{}, 'open'],
    [{ section: 'sport' }, 'moderated'],
    [{ section: 'sport/handball' }, 'moderated'],
    [{ section: 'sport/kreisliga/nord' }, 'open'],
    [{ section: 'sportliches' }, 'open'],
    [{ section: 'polizei' }, 'closed'],
    [{ section: 'polizei', comments: 'open' }, 'open'],
    [{ comments: 'closed' }, 'closed'],
    [{ publishDate: '2026-11-10T12:00:00Z' }, 'open'],
    [{ publishDate: '2026-11-10T11:59:59Z' }, 'closed'],
    [{ publishDate: '2026-11-10T11:59:59Z', comments: 'open' }, 'closed'],
    [{ section: 'constructor' }, 'open'],
  ])('%j is %s', (more, mode) => {
    expect(decideMode(RULES, article(more), NOW)).toBe(mode)
  })

  it('a discussion without a closing day stays open', () => {
    expect(decideMode({ ...RULES, closeAfterDays: 0 }, article({ publishDate: '2020-01-01T00:00:00Z' }), NOW)).toBe(
      'open',
    )
  })
})

describe('helpfulness (R1-62)', () => {
  it('a share of many votes ranks above the same share of few', () => {
    const order = [
      [90, 10],
      [9, 1],
      [1, 0],
      [0, 0],
    ].map(([up = 0, down = 0]) => toHelpfulness(up, down))
    expect(order).toEqual(order.toSorted((a, b) => b - a))
    expect(toHelpfulness(0, 5)).toBeCloseTo(0)
  })
  it('one more yes never lowers the rank', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (up, down) => {
        expect(toHelpfulness(up + 1, down)).toBeGreaterThanOrEqual(toHelpfulness(up, down))
      }),
    )
  })
})

it('threads are two levels deep', () => {
  expect(toParent({ id: '1', parent: null })).toBe('1')
  expect(toParent({ id: '2', parent: '1' })).toBe('1')
})

it('the account decides who speaks for the paper, the article’s authors decide who speaks as author', () => {
  const authors = [{ path: '/autor/anna-muster-1' }]
  expect(toVoice('/autor/anna-muster-1', authors)).toBe('author')
  expect(toVoice('/autor/ben-beispiel-2', authors)).toBe('editorial')
  expect(toVoice(null, authors)).toBeNull()
})

describe('mentions', () => {
  it.each([
    ['@Anna Muster stimmt', ['Anna', 'Anna Muster'], ['@Anna Muster']],
    ['Ja, @Anna!', ['Anna'], ['@Anna']],
    ['@Annabell', ['Anna'], []],
    ['mail@Anna', ['Anna'], []],
    ['@niemand', ['Anna'], []],
  ])('%s', (text, names, found) => {
    const parts = splitMentions(text, names)
    expect(parts.filter(({ isMention }) => isMention).map((part) => part.text)).toEqual(found)
    expect(parts.map((part) => part.text).join('')).toBe(text)
  })
})

it.each([
  ['Änne Groß', 'ÄG'],
  ['leser_42', 'L4'],
  ['K.', 'K'],
  ['', '?'],
])('initials of %s', (name, initials) => {
  expect(toInitials(name)).toBe(initials)
})

describe('display names (R1-61)', () => {
  const taken = { people: ['Anna Muster', 'Dr. Paul Oster', 'Karl-Heinz Rüb', 'Nele'], papers: ['Auenkurier', 'Bild'] }
  it.each([
    ['Elbkind 77', 'fine'],
    ["D'Artagnan", 'fine'],
    ['Jürgen-M.', 'fine'],
    ['ab', 'too_short'],
    ['x'.repeat(31), 'too_long'],
    ['Anna Muster', 'reserved'],
    ['anna  müster', 'fine'],
    ['ANNA.MUSTER', 'reserved'],
    ['Anna Mμster', 'characters'],
    ['Аnna', 'characters'],
    ['Auen-Kurier', 'reserved'],
    ['Die Redaktion', 'reserved'],
    ['Redakti0n', 'reserved'],
    ['m0derator', 'reserved'],
    ['<b>fett</b>', 'characters'],
    ['ruf 0341 123456', 'contact'],
    ['spam.example.com', 'contact'],
    ['A\u202Enna', 'fine'],
    ['...', 'empty'],
    ['a..', 'characters'],
    // Letters that look alike but are not in the accepted alphabet.
    ['Pɑul Oster', 'characters'],
    ['Pɑul Meier', 'characters'],
    ['ᴘaul Oster', 'characters'],
    ['Ꞵanna', 'characters'],
    ['Łukasz Đurić', 'fine'],
    ['Pauł Oster', 'reserved'],
    ['Ｐａｕｌ Ｏｓｔｅｒ', 'reserved'],
    ['Paùl Óster', 'reserved'],
    // An author's whole name, in any order and beside other words.
    ['Oster Paul', 'reserved'],
    ['Paul Oster Auenland', 'reserved'],
    ['der echte Paul B. Oster', 'reserved'],
    ['OsterPaul', 'reserved'],
    ['Pau l Oster 3', 'reserved'],
    ['P4ul 0st3r', 'reserved'],
    ['Rüb, Heinz Karl', 'characters'],
    ['Rueb Heinz-Karl', 'reserved'],
    ['Karl Rüb', 'fine'],
    ['Paul Ostermann', 'fine'],
    ['Paula Oster', 'fine'],
    ['Nele', 'reserved'],
    ['Nele W.', 'fine'],
    // The paper's name inside another name.
    ['Auenkurier Team', 'reserved'],
    ['Team vom Auen Kurier', 'reserved'],
    ['Auenkurierin', 'reserved'],
    ['Au3nkuri3r', 'reserved'],
    ['Bild Leser', 'reserved'],
    ['Bildermacher', 'fine'],
  ])('%j', (raw, outcome) => {
    const verdict = checkDisplayName(raw, taken, NO_WORDS)
    expect(verdict.kind === 'fine' ? 'fine' : verdict.code).toBe(outcome)
  })
  it('names that read alike are one name', () => {
    expect(toNameKey('Müller 1')).toBe(toNameKey('MUELLER_l'))
  })
})

describe('moderation', () => {
  it.each([
    ['pending', 'approve', 'visible'],
    ['visible', 'approve', null],
    ['pending', 'remove', 'removed'],
    ['visible', 'remove', 'removed'],
    ['removed', 'remove', null],
    ['removed', 'restore', 'visible'],
    ['visible', 'restore', null],
    ['visible', 'keep', 'visible'],
    ['withdrawn', 'restore', null],
  ] as const)('%s + %s → %s', (state, action, next) => {
    expect(decideState(state, action)).toBe(next)
  })
  it('a complaint is possible for six months; a text is held after a number of reports', () => {
    const day = (count: number) => new Date(NOW.getTime() + count * 86_400_000)
    expect([isComplaintOpen(NOW, day(183)), isComplaintOpen(NOW, day(184))]).toEqual([true, false])
    expect([isHeldByReports(2, 3), isHeldByReports(3, 3), isHeldByReports(99, 0)]).toEqual([false, true, false])
  })
})
