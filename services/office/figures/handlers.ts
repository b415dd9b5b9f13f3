/** Figures in the office: the figures service has them, the office says who may see them. */
import { OTHERS, type FIGURES } from '@lokalteil/contracts/figures'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { OFFICE_FIGURES } from '@lokalteil/contracts/office'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type BoundHandlers, type Refusal } from '../../platform/serve.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'

export type FiguresOf = (
  publication: PublicationCode,
) => Pick<Client<typeof FIGURES>, 'getSummary' | 'listFigures' | 'listAds'>

type Handlers = BoundHandlers<OfficeContext, typeof OFFICE_FIGURES, DeskCaller>

/** The office has checked the question; whatever goes wrong now is a fault between services. */
const toData = <T>(result: Result<T>): T | Refusal =>
  result.ok ? result.data : problem(502, 'NO_FIGURES', 'The figures do not answer')

export function createFiguresHandlers(figuresOf: FiguresOf): Handlers {
  return {
    getFigures: async (_office, { context, query }) =>
      toData(await figuresOf(context.publication).getSummary({ query })),
    async listFigures(office, { context: { publication }, query }) {
      const listed = toData(await figuresOf(publication).listFigures({ query }))
      if (isRefusal(listed)) return listed
      const ids = query.by === 'article' ? listed.rows.flatMap(({ value }) => (value === OTHERS ? [] : [value])) : []
      return { ...listed, headlines: await readHeadlines(office, publication, ids) }
    },
    listAds: async (_office, { context, query }) => toData(await figuresOf(context.publication).listAds({ query })),
  }
}

/** Of one question to the content service. */
const MOST_IDS = 200

/** Without those that the content service does not have, or not now. */
async function readHeadlines(
  { recordsOf }: OfficeContext,
  publication: PublicationCode,
  ids: readonly string[],
): Promise<Record<string, string>> {
  const headlines: Record<string, string> = {}
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const part = ids.slice(from, from + MOST_IDS).join(',')
    const answer = await recordsOf(publication).listRecords({ query: { ids: part } })
    if (!answer.ok) break
    for (const { id, title } of answer.data.records) headlines[id] = title
  }
  return headlines
}
