/** What an office files articles under: the whole taxonomy of the publication by name. */
import type { RECORDS } from '@lokalteil/contracts/content'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { toPersonName } from '@lokalteil/domain/german'
import type { Call } from '../../platform/serve.ts'
import { getTaxonomy, type ContentContext, type PublicationContext } from '../context.ts'

export async function getVocabulary(
  content: ContentContext,
  { context }: Pick<Call<(typeof RECORDS)['getVocabulary'], PublicationContext>, 'context'>,
): Promise<AnswerOf<(typeof RECORDS)['getVocabulary']>> {
  const known = await getTaxonomy(content, context)
  return {
    sections: known.sections.map(({ path, name }) => ({ path, name })),
    tags: known.tags.map(({ id, name }) => ({ id, name })),
    regions: known.regions.map(({ id, label }) => ({ id, name: label })),
    authors: known.listAuthorsByName().map((author) => ({ id: author.id, name: toPersonName(author) })),
  }
}
