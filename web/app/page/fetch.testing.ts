/** A `fetch` for tests: answers in turn, throws errors, and records the requests. */
export function answerInTurn(...answers: (Response | Error)[]): {
  fetcher: typeof fetch
  asked: [string, RequestInit | undefined][]
} {
  const asked: [string, RequestInit | undefined][] = []
  const fetcher = (async (path: string, init?: RequestInit) => {
    asked.push([path, init])
    const answer = answers.shift()
    if (answer === undefined) throw new Error('asked too often')
    if (answer instanceof Error) throw answer
    return answer
  }) as typeof fetch
  return { fetcher, asked }
}
