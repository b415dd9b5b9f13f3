import { expect, it } from 'vitest'
import {
  decideOnboarding,
  listOnboardingSteps,
  toChoice,
  type OnboardingAction,
  type OnboardingStep,
} from './onboarding.ts'

it.each<[OnboardingAction, OnboardingStep, string]>([
  ['next', 'regions', 'topics'],
  ['next', 'topics', 'newsletters'],
  ['next', 'newsletters', 'complete'],
  ['back', 'topics', 'regions'],
  ['back', 'regions', 'regions'],
  ['skip', 'regions', 'complete'],
  ['finish', 'newsletters', 'complete'],
  ['close', 'newsletters', 'leave'],
])('"%s" at %s leads to %s', (action, step, expected) => {
  const decision = decideOnboarding(action, step, ['regions', 'topics', 'newsletters'])
  expect(decision.kind === 'show' ? decision.step : decision.kind).toBe(expected)
})

it('leaves out steps that offer no choice', () => {
  expect(listOnboardingSteps({ regions: 3, topics: 0, newsletters: 1 })).toEqual(['regions', 'newsletters'])
  expect(decideOnboarding('next', 'regions', ['regions', 'newsletters'])).toEqual({ kind: 'show', step: 'newsletters' })
})

it('lists only the choices that differ', () => {
  expect(toChoice(['a', 'b'], ['b', 'c', 'c'])).toEqual({ add: ['c'], remove: ['a'] })
})
