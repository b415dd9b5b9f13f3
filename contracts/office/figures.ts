/** Figures of a publication in its office: what is read. */
import { FIGURES } from '../figures.ts'
import { contract } from '../kernel/endpoint.ts'

export const OFFICE_FIGURES = contract({
  getFigures: {
    method: 'GET',
    path: '/figures/summary',
    summary: 'All sums of some days',
    query: FIGURES.getSummary.query,
    answer: FIGURES.getSummary.answer,
  },
  listFigures: {
    method: 'GET',
    path: '/figures',
    summary: FIGURES.listFigures.summary,
    query: FIGURES.listFigures.query,
    answer: FIGURES.listFigures.answer,
  },
})
