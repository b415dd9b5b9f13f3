/** Metadata of quizzes: schema.org data with questions and answers; pages with a reader's answers are not indexed. */
import type { Quiz } from '@lokalteil/contracts/content'
import { toBerlinIso } from '@lokalteil/domain/german'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { toQuizPath } from '@lokalteil/domain/reading/quizzes'
import { UNINDEXED } from '@lokalteil/web/app/browser/navigation/head'
import { quizTexts } from './quiz-texts.ts'
import type { ToMeta } from '@lokalteil/web/app/page/page'
import { toBreadcrumbList, toImages, toPublisher } from '@lokalteil/web/app/pages/structured-data'
import { toNeighbours } from '@lokalteil/web/app/pages/structured-lists'
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
