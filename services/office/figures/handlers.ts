/** Figures in the office: the figures service has them, the office says who may see them. */
import type { FIGURES } from '@lokalteil/contracts/figures'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { OFFICE_FIGURES } from '@lokalteil/contracts/office'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type BoundHandlers, type Refusal } from '../../platform/serve.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'

export type FiguresOf = (publication: PublicationCode) => Pick<Client<typeof FIGURES>, 'getSummary' | 'listFigures'>

type Handlers = BoundHandlers<OfficeContext, typeof OFFICE_FIGURES, DeskCaller>

/** The office has checked the question; whatever goes wrong now is a fault between services. */
const toData = <T>(result: Result<T>): T | Refusal =>
  result.ok ? result.data : problem(502, 'NO_FIGURES', 'The figures do not answer')

export function createFiguresHandlers(figuresOf: FiguresOf): Handlers {
  return {
    getFigures: async (_office, { context, query }) =>
      toData(await figuresOf(context.publication).getSummary({ query })),
    listFigures: async (_office, { context, query }) =>
      toData(await figuresOf(context.publication).listFigures({ query })),
  }
}
