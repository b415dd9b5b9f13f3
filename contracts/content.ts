/**
 * The content service: articles, lists and fronts of a publication. Public, cacheable, without credentials. No public
 * answer contains any sentence of a paid body after its first paragraph; the full text has its own endpoint with a key.
 * Base address: `{CONTENT_API_URL}/{publication}`; every public path begins with a version, today `v5`. Source:
 * specification 3.3, 3.5–3.7, 7.3; decisions S7.3-01, S7.3-02.
 */
export { ArticleId } from './content/values.ts'
export * from './content/pictures.ts'
export * from './content/teasers.ts'
export * from './content/body.ts'
export * from './content/articles.ts'
export * from './content/fronts.ts'
export * from './content/front-edits.ts'
export * from './content/front-endpoints.ts'
export * from './content/lists.ts'
export * from './content/site.ts'
export * from './content/sitemaps.ts'
export * from './content/public-endpoints.ts'
export * from './content/internal-endpoints.ts'
export * from './content/incoming.ts'
export * from './content/quizzes.ts'
export * from './content/quiz-records.ts'
export * from './content/records.ts'
export * from './content/record-endpoints.ts'
