/** How readers' dealings with their contracts are refused. */
import { problem, type Refusal } from '../../platform/serve.ts'

export function notFound(): Refusal {
  return problem(404, 'NOT_FOUND', 'The reader has no such contract')
}

export function notPossible(text: string): Refusal {
  return problem(409, 'NOT_POSSIBLE', text)
}
