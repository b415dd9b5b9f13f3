/** The demo's notices as a feed would deliver them, dated relative to today, and the entries of their books. */
import type { IncomingObituary } from '../contract/obituaries.ts'
import { formatDay, toDayKey } from '@lokalteil/domain/german'
import { toBerlinInstant } from '../domain/anniversary.ts'
import type { DemoCode } from '@lokalteil/demo/codes'
import { OBITUARIES, type DemoObituary } from './obituaries.ts'

const DAY = 86_400_000
/** Published at breakfast time. */
const HOUR = 5

type DemoBook = { kind: 'candle' | 'condolence'; name: string; text: string; at: Date }
export type DemoDelivery = { publication: DemoCode; notice: IncomingObituary; book: readonly DemoBook[] }

export function listDemoObituaries(now: Date): DemoDelivery[] {
  const today = now.getTime()
  const dayOf = (days: number) => toDayKey(new Date(today - days * DAY))
  return OBITUARIES.flatMap((demo) =>
    demo.publications.map((publication) => ({
      publication,
      notice: toIncoming(demo, dayOf),
      book: toBook(demo, today),
    })),
  )
}

function toIncoming(demo: DemoObituary, dayOf: (days: number) => string): IncomingObituary {
  const { id, kind, name, born, died, place, layout, symbol, picture } = demo
  const toText = (text = '') =>
    text.replace(/\{(\d+)\}/g, (_mark, days: string) =>
      formatDay(toBerlinInstant(dayOf(-Number(days)), 12)).replace(/ \d{4}$/, ''),
    )
  return {
    id,
    // Idempotent within a day.
    updated: toBerlinInstant(dayOf(0), 0).toISOString(),
    status: 'usable',
    kind,
    published: toBerlinInstant(dayOf(demo.daysAgo), HOUR).toISOString(),
    until: null,
    personKey: `demo ${demo.person ?? id}`,
    person: {
      name,
      birthName: demo.birthName ?? '',
      born,
      died: typeof died === 'string' ? died : dayOf(died),
      place,
    },
    isBookClosed: demo.isBookClosed === true,
    picture:
      picture === undefined
        ? null
        : {
            baseUrl: `demo/${picture[0]}.jpg`,
            cropVal: '4:3',
            altText: '',
            width: picture[1],
            height: picture[2],
            credit: '',
            caption: '',
            colour: picture[3],
          },
    set: {
      layout,
      symbol,
      quote: demo.quote ?? '',
      intro: demo.intro ?? '',
      text: demo.text ?? '',
      mourners: demo.mourners ?? '',
      ceremony: toText(demo.ceremony),
      remark: demo.remark ?? '',
    },
  }
}

function toBook({ candles = [], condolences = [], daysAgo }: DemoObituary, today: number): DemoBook[] {
  // Some hours apart, none before the notice, all before now.
  const first = today - (daysAgo + 0.4) * DAY
  return [
    ...candles.map((name, index) => ({
      kind: 'candle' as const,
      name,
      text: '',
      at: new Date(Math.min(first + index * 0.11 * DAY + 0.35 * DAY, today - (index + 1) * 600_000)),
    })),
    ...condolences.map(([name, text, days]) => ({
      kind: 'condolence' as const,
      name,
      text,
      at: new Date(today - Math.min(days, daysAgo) * DAY - 3_600_000),
    })),
  ]
}
