import { afterEach, expect, it } from 'vitest'
import { getSession, setSession, type ArticleTags } from '../../browser/session/session.ts'
import { createReadablePart } from './readable-part.ts'

const part = createReadablePart()
const load = (...roles: string[]) =>
  part.load({ view: { ...getSession().view, isLoggedIn: true, roles }, isNewLogin: false, showToast: async () => {} })
const isTaggedOpen = (id: string, tags: ArticleTags) => getSession().isReadable?.(getSession(), { id, tags }) ?? null
const isOpen = (id: string, ...tagIds: string[]) => isTaggedOpen(id, { tagIds })
afterEach(() => part.reset?.())

it('R1-86 opens the lock of every article for Plus, and of its tags for a subscriber to them', async () => {
  expect(isOpen('1')).toBe(null)
  await load('PLUS_USER')
  expect(isOpen('1')).toBe(true)
  await load('PLUS-TAG-7')
  expect([isOpen('1', '7', '9'), isOpen('2', '9'), isOpen('3')]).toEqual([true, false, false])
})

it('R1-86 opens it for a subscriber to a parent tag, on teaser and article, as the article itself does', async () => {
  await load('PLUS-TAG-110')
  const tagAncestorIds = ['112', '110']
  const tag = { id: '113', displayName: 'Lastenrad', fullPath: '/lastenrad' }
  expect([
    isTaggedOpen('1', { tagIds: ['113'], tagAncestorIds }),
    isTaggedOpen('1', { tags: [tag], tagAncestorIds }),
    isTaggedOpen('1', { tagIds: ['113'] }),
    isTaggedOpen('1', { tags: [tag] }),
    isTaggedOpen('1', { tags: [{ ...tag, id: '110' }] }),
  ]).toEqual([true, true, false, false, true])
})

it('R1-86 opens the lock of an article as soon as it is bought, and closes all at the logout', async () => {
  await load('WALLET_USER')
  expect(isOpen('1')).toBe(false)
  setSession({ wallet: { articleCreditPurchasesIds: ['1'] } as never })
  expect([isOpen('1'), isOpen('2')]).toEqual([true, false])
  part.reset?.()
  expect(isOpen('1')).toBe(null)
  setSession({ wallet: null })
})
