import { listOtherSpellings, withTouchedSignature } from '@lokalteil/services/platform/signed-text.testing'
import { expect, it } from 'vitest'
import { createSignedIssues } from './signed-issues.ts'

it('accepts only one spelling of the address of an issue', () => {
  const issues = createSignedIssues(
    'a-secret-of-more-than-thirty-two-characters',
    () => new Date('2026-11-28T12:00:00Z'),
  )
  const reader = { publication: 'ak', sub: 'eva' } as const
  const isTaken = (address: string) => {
    const at = address.indexOf('?')
    return issues.verify(reader, address.slice(0, at), address.slice(at + 1))
  }
  const address = issues.sign(reader, '/e/1.pdf')
  expect(isTaken(address)).toBe(true)
  const others = [['touched', withTouchedSignature(address)] as const, ...listOtherSpellings(address)]
  expect(others.filter(([, other]) => isTaken(other))).toEqual([])
})
