/** Figures of a publication in its office: reading, and its own advertisements. */
import { z } from 'zod'
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
    /** Headlines by id, of articles that the content service has; only by article. */
    answer: FIGURES.listFigures.answer.extend({ headlines: z.record(z.string(), z.string()) }),
  },
  listAds: {
    method: 'GET',
    path: '/figures/ads',
    summary: FIGURES.listAds.summary,
    query: FIGURES.listAds.query,
    answer: FIGURES.listAds.answer,
  },
})
