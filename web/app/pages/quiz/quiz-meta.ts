/** Quizzes for machines: a quiz with its questions and answers; what somebody answered is not to be found. */
import type { Quiz } from '@lokalteil/contracts/content'
import { toBerlinIso } from '@lokalteil/domain/german'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { toQuizPath } from '@lokalteil/domain/quiz/quiz-paths'
import { UNINDEXED } from '../../browser/navigation/head.ts'
import { quizTexts } from '../../messages/rooms/quiz.ts'
import type { ToMeta } from '../../page/page.ts'
import { toBreadcrumbList, toImages, toPublisher } from '../structured-data.ts'
import { toNeighbours } from '../structured-lists.ts'
import type { QuizData } from './QuizPage.tsx'

export const meta: ToMeta<QuizData, 'quiz'> = (data, _route, { publication, origin }) => {
  if (data.kind === 'list')
    return { description: quizTexts.intro, ...toNeighbours('/quiz', data.page, data.pages, origin) }
  const { quiz, given } = data
  const trail = [
    { label: quizTexts.title, path: '/quiz' },
    { label: quiz.title, path: toQuizPath(quiz.slug) },
  ]
  return {
    description: quiz.teaser === '' ? quizTexts.description(quiz.title, quiz.questions.length) : quiz.teaser,
    picture: quiz.picture,
    published: quiz.published,
    modified: quiz.updated,
    ...(given === null ? {} : { robots: UNINDEXED }),
    jsonLd: [toQuizNode(quiz, publication, origin), toBreadcrumbList(trail, origin)],
  }
}

function toQuizNode(quiz: Quiz, publication: Publication, origin: string): object {
  const url = origin + toQuizPath(quiz.slug)
  return {
    '@context': 'https://schema.org',
    '@type': 'Quiz',
    '@id': url,
    url,
    name: quiz.title,
    ...(quiz.teaser === '' ? {} : { description: quiz.teaser }),
    inLanguage: 'de',
    isAccessibleForFree: true,
    datePublished: toBerlinIso(new Date(quiz.published)),
    dateModified: toBerlinIso(new Date(quiz.updated ?? quiz.published)),
    image: toImages(quiz.picture, origin),
    ...(quiz.section === null ? {} : { about: { '@type': 'Thing', name: quiz.section.name } }),
    publisher: toPublisher(publication, origin),
    hasPart: quiz.questions.map(({ text, answers, right, explanation }) => ({
      '@type': 'Question',
      eduQuestionType: 'Multiple choice',
      learningResourceType: 'Practice problem',
      inLanguage: 'de',
      name: text,
      text,
      suggestedAnswer: answers.flatMap((answer, index) => (index === right ? [] : [toAnswer(answer, index)])),
      acceptedAnswer: {
        ...toAnswer(answers[right] ?? '', right),
        ...(explanation === ''
          ? {}
          : { answerExplanation: { '@type': 'Comment', text: explanation.replace(/<[^>]*>/g, '') } }),
      },
    })),
  }
}

function toAnswer(text: string, position: number): object {
  return { '@type': 'Answer', position, text }
}
