/** The demo's quizzes as the content service takes them, each once for every publication that shows it. */
import { createHash } from 'node:crypto'
import type { IncomingQuiz, Picture } from '@lokalteil/contracts/content'
import type { Edition } from '../edition.ts'
import { QUIZZES, type DemoQuestion, type DemoQuiz } from '../quizzes.ts'

export type SeededQuiz = { publication: string; quiz: IncomingQuiz }

export function toQuizSeeds(edition: Edition, toPicture: (key: string) => Picture): SeededQuiz[] {
  return QUIZZES.flatMap((quiz) => {
    const incoming = toIncoming(quiz, edition, toPicture)
    return quiz.publications.map((publication) => ({ publication, quiz: incoming }))
  })
}

function toIncoming(quiz: DemoQuiz, edition: Edition, toPicture: (key: string) => Picture): IncomingQuiz {
  const { slug, title, teaser, section, picture, hoursAgo, questions } = quiz
  return {
    sourceId: `quiz:demo-${slug}`,
    version: 1,
    digest: createHash('sha256').update(JSON.stringify(quiz)).digest('base64url'),
    status: 'usable',
    slug,
    title,
    teaser,
    picture: toPicture(picture),
    published: edition.toMoment(hoursAgo).toISOString(),
    updated: null,
    sectionPath: section,
    source: '',
    questions: questions.map((question) => ({
      ...toQuestion(question),
      picture: question.picture === undefined ? null : toPicture(question.picture),
    })),
  }
}

/** The right answer somewhere else in each, but always in the same place. */
function toQuestion({ text, answers: [rightOne, ...others], why }: DemoQuestion) {
  const right = createHash('sha256').update(text).digest()[0]! % (others.length + 1)
  return { text, answers: others.toSpliced(right, 0, rightOne), right, explanation: why }
}
