/** The publication's taxonomy with names: the sections, tags, regions and authors that an office assigns to articles. */
import { toPersonName } from '@lokalteil/domain/german'
import { getTaxonomy, type RecordHandler } from '../context.ts'

export const getVocabulary: RecordHandler<'getVocabulary'> = async (content, { context }) => {
  const known = await getTaxonomy(content, context)
  return {
    sections: known.sections.map(({ path, name }) => ({ path, name })),
    tags: known.tags.map(({ id, name }) => ({ id, name })),
    regions: known.regions.map(({ id, label }) => ({ id, name: label })),
    authors: known.listAuthorsByName().map((author) => ({ id: author.id, name: toPersonName(author) })),
  }
}
