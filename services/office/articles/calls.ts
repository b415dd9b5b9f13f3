/** Types of the calls on articles, and the calls about one article that not everybody may do. */
import type { OFFICE_ARTICLES } from '@lokalteil/contracts/office'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { ActName } from '@lokalteil/domain/office/acts'
import { isRefusal, type Call, type Refusal } from '../../platform/serve.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'
import type { ArticleRecord } from '../schema.ts'
import { openFor } from './answers.ts'
import type { Key } from './store/article-store.ts'

type Name = keyof typeof OFFICE_ARTICLES
export type OfficeCall<One extends Name> = Call<(typeof OFFICE_ARTICLES)[One], DeskCaller>
export type OfficeReply<One extends Name> = Promise<AnswerOf<(typeof OFFICE_ARTICLES)[One]> | Refusal>
export type OfficeHandler<One extends Name> = (office: OfficeContext, call: OfficeCall<One>) => OfficeReply<One>

/** Refuses the call unless the person may do this to the article. */
export function onArticle<One extends Name & ActName>(
  act: One,
  work: (office: OfficeContext, call: OfficeCall<One>, opened: { key: Key; row: ArticleRecord }) => OfficeReply<One>,
) {
  return async (office: OfficeContext, call: OfficeCall<One> & { params: { id: string } }) => {
    const opened = await openFor(office, call.context, act, call.params)
    return isRefusal(opened) ? opened : work(office, call, opened)
  }
}
