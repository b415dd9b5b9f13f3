/** Shared by the tests of figures. */
import type { Seen } from '@lokalteil/contracts/figures'

/** A view of an article, by a reader on a phone. */
export const seenOf = (at: Date, change: Partial<Seen> = {}): Seen => ({
  at: at.toISOString(),
  isView: true,
  page: 'article',
  article: '130',
  section: 'lokales/auenburg',
  visitor: '203.0.113 phone',
  source: 'direct',
  device: 'mobile',
  quarters: [0, 0],
  seconds: 0,
  steps: [],
  ...change,
})
